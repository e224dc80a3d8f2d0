"""Verifies Ed25519 signatures (RFC 8032, 5.1.7) with whole numbers alone: for checks, not for speed."""

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
NEUTRAL = (0, 1, 1, 0)


def add(one, two):
    """Adds points in extended coordinates (X, Y, Z, T), where x = X/Z, y = Y/Z and xy = T/Z."""
    a = (one[1] - one[0]) * (two[1] - two[0]) % P
    b = (one[1] + one[0]) * (two[1] + two[0]) % P
    c = 2 * one[3] * two[3] * D % P
    d = 2 * one[2] * two[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(number, point):
    result = NEUTRAL
    while number:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def same(one, two):
    return (one[0] * two[2] - two[0] * one[2]) % P == 0 and (one[1] * two[2] - two[1] * one[2]) % P == 0


def decode(data):
    """The point that 32 bytes stand for, or None."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def verify(key, message, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    a, r, s = decode(key), decode(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    # Points of small order would let one signature stand for many messages.
    if same(multiply(8, a), NEUTRAL) or same(multiply(8, r), NEUTRAL):
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    return same(multiply(s, BASE), add(r, multiply(h, a)))
