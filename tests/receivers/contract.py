"""The contract's signature, written from its text alone (CONTRACT.md 5.4 and 5.5): it shares no code with Cairn or with
the receivers, so that an error in one of them cannot hide in the other.

HMAC is written out from RFC 2104 for the same reason; only SHA-256 and base64 come from the library.
"""

import base64
import hashlib

BLOCK = 64


def hmac_sha256(key: bytes, content: bytes) -> bytes:
    if len(key) > BLOCK:
        key = hashlib.sha256(key).digest()
    key = key.ljust(BLOCK, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + content).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def text_key(secret: str) -> bytes:
    """The contract: the whole secret string as UTF-8 text, whsec_ included."""
    return secret.encode("utf-8")


def decoded_key(secret: str) -> bytes:
    """The stock libraries' reading: the base64-decoded rest of the secret."""
    return base64.b64decode(secret[len("whsec_") :], validate=True)


def signature(key: bytes, message_id: str, timestamp: int, body: bytes) -> str:
    content = message_id.encode() + b"." + str(timestamp).encode() + b"." + body
    return "v1," + base64.b64encode(hmac_sha256(key, content)).decode()


def headers(key: bytes, message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    return {
        "content-type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(key, message_id, timestamp, body),
    }


VECTOR = {
    "secret": "whsec_C2FVsBQIhrscChlQIMV2b5sSYspob7oD7dJJyjvKrAM4TTxG0SIcJ8Zqvgg9JTWe",
    "id": "msg_0190b7c4a1e27d5c8f3e6a9b2c4d5e6f",
    "timestamp": 1700000000,
    "body": b'{"type":"asset.created","timestamp":"2023-11-14T22:13:20Z",'
    b'"data":{"id":"53709ff2-ade7-4172-9dee-daa580cbba5b"}}',
    "text": "v1,B/vN4+mqW8+8jZn7kngDfSfubLgNMM36s2MxPFN+EcE=",
    "standard": "v1,rq8+F8+qzj6vSyYQyMG8GHSUr36mw/iEhHQTUm2xZ7c=",
}
