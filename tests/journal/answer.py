"""Judges many bundles in one process, for tests: a JSON request on each line in, a verdict on each line out."""

import json
import sys

from verify import judge, read_head, read_key

for line in sys.stdin:
    request = json.loads(line)
    heads, keys = [read_head(text) for text in request["heads"]], [read_key(text) for text in request["keys"]]
    print(json.dumps(judge(request["file"], heads, keys)), flush=True)
