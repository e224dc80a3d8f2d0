#!/usr/bin/env python3
"""Checks a journal bundle of Cairn, with the standard library alone.

    verify.py FILE [--head HEAD]... [--key PUBLIC_KEY]... [--json]

Written from docs/JOURNAL.md and not from Cairn's own code, so that neither can be wrong alone. Exit status: 0 when
everything holds, 1 when something does not, 2 for a wrong command line.
"""

import argparse
import gzip
import hashlib
import json
import re
import sys

from ed25519 import verify as signed_by

LONGEST_LINE = 64 * 1024 * 1024
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")
FRAME = ["actor", "at", "folder", "kind", "object_id", "origin", "request", "resource", "seq", "token"]
CONTENT = ["actor_label", "address", "changes", "object_name", "salt", "state"]
NULLABLE = {"actor", "folder", "object_id", "request", "token", "address", "object_name", "state"}


class Failure(Exception):
    def __init__(self, check, index=None, seq=None, last=None):
        super().__init__(check)
        self.check, self.index, self.seq, self.last = check, index, seq, last


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def sha256(data):
    return hashlib.sha256(data).digest()


def node(left, right):
    return sha256(b"\x01" + left + right)


def is_hex(text, digits):
    return isinstance(text, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", text) is not None


def is_number(value, least, most):
    return type(value) is int and least <= value < most


class Tree:
    """The right edge of a Merkle tree: one hash for each complete subtree."""

    def __init__(self):
        self.size, self.peaks = 0, []

    def push(self, leaf):
        size = self.size
        while size & 1:
            leaf = node(self.peaks.pop(), leaf)
            size >>= 1
        self.peaks.append(leaf)
        self.size += 1

    def root(self):
        if not self.peaks:
            return sha256(b"")
        *others, root = self.peaks
        for left in reversed(others):
            root = node(left, root)
        return root


def content_hash(entry):
    return sha256(canonical({name: entry[name] for name in CONTENT})).hex()


def leaf_hash(entry):
    """The hash of a leaf: the frame with the hash of the content in it."""
    content = entry.get("content")
    if content is None:
        content = content_hash(entry)
    return sha256(b"\x00" + canonical({"content": content, **{name: entry[name] for name in FRAME}}))


def head_is_signed(head):
    message = f"cairn-journal-head-v1\n{head['size']}\n{head['root']}\n{head['at']}\n".encode()
    return TIME.fullmatch(head["at"]) is not None and signed_by(
        bytes.fromhex(head["key"]), message, bytes.fromhex(head["signature"])
    )


def is_head(head):
    return (
        isinstance(head, dict)
        and is_number(head.get("size"), 0, 2**64)
        and isinstance(head.get("at"), str)
        and all(is_hex(head.get(name), digits) for name, digits in [("root", 64), ("key", 64), ("signature", 128)])
    )


def is_entry(entry):
    if not isinstance(entry, dict):
        return False
    replaced, whole = "content" in entry, "salt" in entry
    texts = [name for name in FRAME if name != "seq"] + (CONTENT if whole else [])
    return (
        (replaced or whole)
        and set(entry) == {"hash", "index", "seq", *texts, *(["content"] if replaced else [])}
        and is_number(entry["index"], 0, 2**64)
        and is_number(entry["seq"], -(2**63), 2**63)
        and is_hex(entry["hash"], 64)
        and (not replaced or is_hex(entry["content"], 64))
        and (not whole or is_hex(entry["salt"], 32))
        and all(isinstance(entry[name], str) or (entry[name] is None and name in NULLABLE) for name in texts)
    )


def parse(line, word):
    """What a line wraps, if the line is in its one form."""
    try:
        value = json.loads(line.decode())
        if set(value) == {word} and canonical(value) == line:
            return value[word]
    except (ValueError, TypeError, RecursionError):
        pass
    return None


def lines(path):
    """The lines of a file without their ends; None for one that is damaged."""
    with open(path, "rb") as plain:
        opened = gzip.open(plain) if plain.read(2) == b"\x1f\x8b" else plain
        plain.seek(0)
        while True:
            try:
                line = opened.readline(LONGEST_LINE)
            except (OSError, EOFError):
                line = b"?"
            if not line:
                return
            yield line[:-1] if line.endswith(b"\n") else None


def announced_horizon(entry):
    if entry["kind"] != "pruned" or entry["resource"] != "":
        return None
    try:
        horizon = json.loads(entry["changes"])["horizon"]
    except (ValueError, TypeError, KeyError):
        return None
    return horizon if isinstance(horizon, str) else None


def announced_contents(entry):
    """The entries that were erased and the hashes of what stands there now, if this entry tells of such."""
    if entry["kind"] != "erased" or entry["resource"] != "":
        return []
    try:
        told = json.loads(entry["changes"])["contents"]
    except (ValueError, TypeError, KeyError):
        return []
    right = isinstance(told, list) and all(
        isinstance(one, list) and len(one) == 2 and is_number(one[0], -(2**63), 2**63) and is_hex(one[1], 64)
        for one in told
    )
    return [tuple(one) for one in told] if right else []


def verify(path, seen=(), keys=()):
    """Checks a bundle; returns what it found, or raises a Failure that names the first entry."""
    seen = sorted(seen, key=lambda head: head["size"])
    keys = set(keys) | {head["key"] for head in seen}
    bundle = lines(path)
    header = parse(next(bundle, None) or b"", "journal")
    if (
        not isinstance(header, dict)
        or set(header) != {"exported_at", "format", "horizon", "size", "version"}
        or header["format"] != "cairn-journal"
        or not is_number(header["version"], 1, 3)
        or not is_number(header["size"], 0, 2**64)
        or not isinstance(header["exported_at"], str)
        or not isinstance(header["horizon"], (str, type(None)))
    ):
        raise Failure("header")
    size, horizon = header["size"], header["horizon"]
    tree, pruned, heads, granted, first_pruned = Tree(), 0, 0, "", None
    replaced, told = [], set()
    # The first entry that no head of the bundle, and none of those seen before, has covered: index and seq.
    proven, confirmed = [0, None], [0, None]
    for line in bundle:
        if line is not None and line.startswith(b'{"head":'):
            last = tree.size - 1 if tree.size > proven[0] else None
            head = parse(line, "head")
            if not is_head(head) or len(head) != 5:
                raise Failure("form", *proven, last)
            if head["size"] != tree.size or head["size"] <= proven[0]:
                raise Failure("head", *proven, last)
            if keys and head["key"] not in keys:
                raise Failure("key", *proven, last)
            if not head_is_signed(head):
                raise Failure("signature", *proven, last)
            if head["root"] != tree.root().hex():
                raise Failure("root", *proven, last)
            proven, heads = [tree.size, None], heads + 1
            continue
        entry = parse(line, "entry") if line is not None else None
        if not is_entry(entry) or ({"content", "salt"} <= set(entry) and header["version"] < 2):
            raise Failure("form", tree.size)
        seq = entry["seq"]
        if entry["index"] != tree.size or tree.size >= size:
            raise Failure("order", tree.size, seq)
        leaf = leaf_hash(entry)
        if leaf.hex() != entry["hash"]:
            raise Failure("content", tree.size, seq)
        if "salt" not in entry:
            pruned += 1
            first_pruned = first_pruned or (tree.size, seq)
            if horizon is None or entry["at"] >= horizon:
                raise Failure("pruned", tree.size, seq)
        else:
            granted = max(granted, announced_horizon(entry) or "")
            told.update(announced_contents(entry))
            if "content" in entry:
                replaced.append((tree.size, seq, content_hash(entry)))
        tree.push(leaf)
        for first in proven, confirmed:
            first[1] = seq if first[1] is None else first[1]
        while seen and seen[0]["size"] <= tree.size:
            head = seen.pop(0)
            if head["root"] != tree.root().hex():
                raise Failure("seen", *confirmed, head["size"] - 1)
            confirmed = [head["size"], None]
    if tree.size < size:
        raise Failure("short", tree.size)
    if proven[0] < tree.size:
        raise Failure("unsigned", *proven, tree.size - 1)
    if first_pruned and horizon > granted:
        raise Failure("pruned", *first_pruned)
    for index, seq, shown in replaced:
        if (seq, shown) not in told:
            raise Failure("erased", index, seq)
    if seen:
        raise Failure("seen", tree.size, None, seen[0]["size"] - 1)
    return {"entries": tree.size, "pruned": pruned, "erased": len(replaced), "heads": heads}


def read_head(text):
    """A head as someone has kept it: the API's answer, the head in it, or the line for people."""
    if text.lstrip().startswith("{"):
        head = json.loads(text)
        head = head.get("head", head)
    else:
        word, version, size, at, root, key, signature = text.strip().split(",")
        if (word, version) != ("cairn-head", "1"):
            raise ValueError("not a head")
        head = {"size": int(size), "at": at, "root": root, "key": key, "signature": signature}
    if not is_head(head) or not head_is_signed(head):
        raise ValueError("not a genuine head")
    return head


def read_key(text):
    if not is_hex(text.strip(), 64):
        raise ValueError("not a key")
    return text.strip()


def judge(path, heads=(), keys=()):
    """The verdict on a bundle as a plain object."""
    try:
        return {"ok": True, **verify(path, heads, keys)}
    except Failure as failure:
        return {"ok": False, "check": failure.check, "index": failure.index, "seq": failure.seq, "last": failure.last}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--head", action="append", default=[], type=read_head)
    parser.add_argument("--key", action="append", default=[], type=read_key)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    report = judge(arguments.file, arguments.head, arguments.key)
    if arguments.json:
        print(json.dumps(report))
    elif report["ok"]:
        print(f"{report['entries']} entries are intact, {report['pruned']} of them without their content.")
        print(f"{report['erased']} had data about erased people replaced.")
    else:
        print(f"entry {report['index']} (seq {report['seq']}) fails: {report['check']}", file=sys.stderr)
    sys.exit(0 if report["ok"] else 1)


if __name__ == "__main__":
    main()
