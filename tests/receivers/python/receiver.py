"""Receives Cairn's webhooks: verifies every delivery, processes each id once."""

import base64
import hashlib
import hmac
import json
import os
import re
import threading
import time
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"].encode()  # The key is the whole text, whsec_ included.
TOLERANCE = 300  # seconds
LARGEST_BODY = 8 * 1024 * 1024

# Keep the ids in your database instead, in the transaction that does the work,
# if work must not be done twice after a restart either.
seen = OrderedDict()
seen_lock = threading.Lock()


class Rejected(Exception):
    """The delivery is not to be believed."""


def process(message_id, event):
    """Your work goes here. Answer within 15 seconds: put long work in a queue."""
    print("processed", message_id, event["type"], flush=True)


def verify(headers, body, now):
    """Returns the id of the message, or raises Rejected. The body must be the raw bytes."""
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not headers.get(name):
            raise Rejected(f"the header {name} is missing")
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        raise Rejected("the timestamp is not a number of Unix seconds")
    if abs(now - int(timestamp)) > TOLERANCE:
        raise Rejected("the timestamp is too old, or in the future")
    content = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(SECRET, content, hashlib.sha256))
    given = headers["webhook-signature"].encode().split(b" ")
    if not any(hmac.compare_digest(expected, one) for one in given):
        raise Rejected("no signature matches")
    return message_id


def process_once(message_id, event):
    with seen_lock:
        if message_id not in seen:
            process(message_id, event)  # If it raises, the id stays unknown and the retry is processed.
            seen[message_id] = True
            if len(seen) > 100_000:
                seen.popitem(last=False)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # Cairn keeps connections open.
    timeout = 60

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not re.fullmatch("[0-9]{1,9}", length) or int(length) > LARGEST_BODY:
            self.close_connection = True
            return self.answer(413, "the body is too large, or its length is unknown")
        body = self.rfile.read(int(length))
        try:
            process_once(verify(self.headers, body, time.time()), json.loads(body))
        except (Rejected, ValueError) as reason:
            return self.answer(400, str(reason))
        except Exception:
            self.answer(500, "not processed, try again")
            raise
        self.answer(204)

    def answer(self, status, text=""):
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
