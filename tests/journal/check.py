#!/usr/bin/env python3
"""Holds the verifier in Python to what is known: signatures of RFC 8032, and the bundles that are kept beside it.

What it says of bundles from real databases, tampered with in every way, is compared with Cairn's own verifier in
crates/api/tests/journal.
"""

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True

from ed25519 import verify as signed_by  # noqa: E402
from verify import judge  # noqa: E402

# RFC 8032, 7.1: public key, message, signature.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
        "4a7c15e9716ed28dc027beceea1ec40a",
    ),
]


def signatures():
    for key, message, signature in VECTORS:
        key, message, signature = bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature)
        assert signed_by(key, message, signature)
        assert not signed_by(key, message + b"x", signature)
        for place in 0, 40:
            altered = bytearray(signature)
            altered[place] ^= 1
            assert not signed_by(key, message, bytes(altered))
    # A key of small order would accept anything.
    assert not signed_by(bytes([1] + [0] * 31), b"anything", bytes([1] + [0] * 63))


def bundles():
    beside = pathlib.Path(__file__)
    sample, erased = beside.with_name("sample.jsonl"), beside.with_name("erased.jsonl")
    assert judge(sample) == {"ok": True, "entries": 5, "pruned": 1, "erased": 0, "heads": 2}
    assert judge(erased) == {"ok": True, "entries": 7, "pruned": 1, "erased": 4, "heads": 2}
    unnoticed(sample.read_bytes())
    unnoticed(erased.read_bytes())


def unnoticed(whole):
    begin = whole.index(b"\n") + 1
    with tempfile.NamedTemporaryFile() as altered:
        # Every fifth byte after the first line (Cairn's own test takes every one): nothing can change unnoticed.
        for place in range(begin, len(whole), 5):
            altered.seek(0)
            altered.write(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
            altered.flush()
            assert not judge(altered.name)["ok"], f"byte {place}"


signatures()
bundles()
print("the verifier in Python is right")
