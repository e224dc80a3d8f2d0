"""Sends each receiver good and bad deliveries and judges its answers; asks the stock libraries about our signatures.

Started by ./run, which installs what it needs.
"""

import base64
import http.client
import json
import os
import secrets
import socket
import string
import subprocess
import sys
import tempfile
import time

import contract
import standardwebhooks

HERE = os.path.dirname(os.path.abspath(__file__))
passed = failed = 0


def check(name, good, detail=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {name} {detail}", flush=True)


def new_secret():
    return "whsec_" + "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(64))


def new_id():
    return "msg_" + secrets.token_hex(16)


def event(name="asset.created"):
    # With text beyond ASCII: the bytes count, not the characters.
    data = {"id": "53709ff2-ade7-4172-9dee-daa580cbba5b", "name": "Zürich – Bürorechner 🖥"}
    body = {"type": name, "timestamp": "2023-11-14T22:13:20Z", "data": data}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


class Receiver:
    """A receiver's process, from a command that gets PORT and WEBHOOK_SECRET."""

    def __init__(self, command, secret):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = tempfile.TemporaryFile("w+")
        environment = dict(os.environ, PORT=str(self.port), WEBHOOK_SECRET=secret)
        command = [part.replace("{port}", str(self.port)) for part in command]
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=self.log, stderr=subprocess.STDOUT, text=True
        )
        self.process.stdin.write(secret + "\n")  # Only cairn's own listener reads it.
        self.process.stdin.close()
        self.wait_until_it_listens()

    def wait_until_it_listens(self):
        for _ in range(200):
            try:
                return socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        raise SystemExit(f"the receiver did not start:\n{self.output()}")

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)

    def post(self, headers, body):
        connection = self.connect()
        status = self.post_on(connection, headers, body)
        connection.close()
        return status

    def post_on(self, connection, headers, body):
        connection.putrequest("POST", "/", skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name, value.encode() if isinstance(value, str) else value)
        connection.putheader("content-length", str(len(body)))
        connection.endheaders(body)
        response = connection.getresponse()
        response.read()
        return response.status

    def output(self):
        self.log.seek(0)
        return self.log.read()

    def processed(self):
        """The ids that it says it processed, in order."""
        lines = [line.split() for line in self.output().splitlines() if " asset." in line and "seen before" not in line]
        return [word for words in lines for word in words if word.startswith("msg_")]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)


def deliveries(secret):
    """Name, headers, body and whether the receiver must accept it; each with an id of its own."""
    key, now, body = contract.text_key(secret), int(time.time()), event()

    def made(change=None, timestamp=now, key=key, send=body):
        headers = contract.headers(key, new_id(), timestamp, body)
        return change(headers) or headers if change else headers, send

    def without(name):
        return lambda headers: {key: value for key, value in headers.items() if key != name}

    def signature(make):
        return lambda headers: headers | {"webhook-signature": make(headers["webhook-signature"])}

    stock = contract.decoded_key(secret)
    wrong = "v1," + base64.b64encode(bytes(32)).decode()
    yield "a good delivery", *made(), True
    yield "at the edge of the tolerance", *made(timestamp=now - 290), True
    yield "names of headers in capitals", *made(lambda headers: {k.title(): v for k, v in headers.items()}), True
    yield "a good signature after a wrong one", *made(signature(lambda good: f"{wrong} {good}")), True
    yield "a good signature among other versions", *made(signature(lambda good: f"v2,abc v1a {good} x")), True
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        yield f"without {name}", *made(without(name)), False
        yield f"{name} empty", *made(lambda headers, name=name: headers | {name: ""}), False
    yield "an old timestamp", *made(timestamp=now - 310), False
    yield "a timestamp in the future", *made(timestamp=now + 330), False
    yield "another timestamp than the signed one", *made(lambda h: h | {"webhook-timestamp": str(now - 1)}), False
    for text in ("+%d" % now, "%d.0" % now, "0x65", "-1", "now", "9" * 5000, "²"):
        yield f"timestamp {text[:12]}", *made(lambda h, text=text: h | {"webhook-timestamp": text}), False
    yield "another id than the signed one", *made(lambda h: h | {"webhook-id": new_id()}), False
    yield "a wrong signature", *made(lambda h: h | {"webhook-signature": wrong}), False
    yield "signed with another secret", *made(key=contract.text_key(new_secret())), False
    yield "signed without the prefix", *made(key=contract.text_key(secret[6:])), False
    yield "signed with the decoded key", *made(key=stock), False
    yield "a good signature as v2", *made(signature(lambda good: good.replace("v1,", "v2,"))), False
    yield "a good signature without a version", *made(signature(lambda good: good[3:])), False
    yield "a signature cut short", *made(signature(lambda good: good[:-4])), False
    yield "a signature with more behind", *made(signature(lambda good: good + "AAAA")), False
    yield "a signature that is not ASCII", *made(lambda h: h | {"webhook-signature": "v1,é"}), False
    yield "one byte of the body changed", *made(send=body.replace(b"created", b"Created")), False
    yield "one byte more", *made(send=body + b"\n"), False
    yield "the same JSON, written otherwise", *made(send=json.dumps(json.loads(body)).encode()), False
    yield "an empty body", *made(send=b""), False


def check_receiver(language, command):
    secret = new_secret()
    with Receiver(command, secret) as receiver:
        expected = []
        for name, headers, body, good in deliveries(secret):
            status = receiver.post(headers, body)
            check(f"{language}: {name}", status // 100 == (2 if good else 4), f"was answered with {status}")
            if good:
                expected.append(next(value for key, value in headers.items() if key.lower() == "webhook-id"))
        again, body, now = new_id(), event("asset.updated"), int(time.time())
        for second in range(3):  # A retry has the same id, a later timestamp and another signature.
            headers = contract.headers(contract.text_key(secret), again, now + second, body)
            status = receiver.post(headers, body)
            check(f"{language}: the same id, attempt {second + 1}", status // 100 == 2, f"was answered with {status}")
        expected.append(again)
        expected.extend(check_one_connection(language, receiver, contract.text_key(secret)))
        time.sleep(0.2)
        processed = receiver.processed()
        check(f"{language}: each good id processed once, and no other", processed == expected, receiver.output())


def check_one_connection(language, receiver, key):
    """Cairn keeps connections open, so an answer must leave the connection ready for the next delivery."""
    connection, body, now = receiver.connect(), event(), int(time.time())
    ids = [new_id(), new_id()]
    good = [contract.headers(key, one, now, body) for one in ids]
    bad = good[0] | {"webhook-signature": "v1,AAAA"}
    answers = [receiver.post_on(connection, headers, body) // 100 for headers in (bad, good[0], good[0], good[1])]
    connection.close()
    check(f"{language}: four deliveries on one connection", answers == [4, 2, 2, 2], answers)
    return ids


def check_forwarding(cairn, receiver_command):
    """`cairn webhook listen --forward`: the other program's answer is ours, and what it did not take comes again."""
    secret = new_secret()
    key, body, now = contract.text_key(secret), event(), int(time.time())
    lost = contract.headers(key, new_id(), now, body)
    taken = contract.headers(key, new_id(), now, body)
    with Receiver(receiver_command, secret) as receiver:
        forward = ["--forward", f"http://127.0.0.1:{receiver.port}/"]
        with Receiver([*cairn, *forward], secret) as listener:
            check("forward: the program's answer is ours", listener.post(taken, body) == 204)
            check("forward: seen before is 200", listener.post(taken, body) == 200)
            check("forward: a bad one is refused", listener.post(taken, body + b" ") == 400)
        check("forward: it arrived once, verified there", receiver.processed() == [taken["webhook-id"]])
        # The program refuses: it knows another secret.
        other = new_secret()
        with Receiver([*cairn, *forward], other) as listener:
            refused = contract.headers(contract.text_key(other), new_id(), now, body)
            for _ in range(2):
                check("forward: a refusal is passed back, each time", listener.post(refused, body) == 400)
        port = receiver.port
    with Receiver([*cairn, "--forward", f"http://127.0.0.1:{port}/"], secret) as listener:
        for _ in range(2):
            check("forward: nobody is there", listener.post(lost, body) == 502)
        check("forward: and it says so", listener.output().count("cannot connect") == 2, listener.output())


def python_library(secret, headers, body):
    try:
        standardwebhooks.Webhook(secret).verify(body, headers)
        return True
    except standardwebhooks.WebhookVerificationError:
        return False


def javascript_library(secret, headers, body):
    line = json.dumps({"secret": secret, "headers": headers, "body": body.decode()})
    command = ["node", f"{HERE}/stock_library.mjs", os.environ["NODE_FOLDER"]]
    done = subprocess.run(command, input=line, capture_output=True, text=True, check=True)
    return done.stdout.strip() == "true"


def check_library(language, accepts):
    secret, body = new_secret(), event()
    whole = base64.b64encode(secret.encode()).decode()

    def headers(*keys):
        now = int(time.time())
        made = contract.headers(keys[0], "msg_1", now, body)
        return made | {"webhook-signature": " ".join(contract.signature(key, "msg_1", now, body) for key in keys)}

    text, stock = contract.text_key(secret), contract.decoded_key(secret)
    for name, given, keys, good in [
        ("standard mode, the secret as shown", secret, [stock], True),
        ("text mode, base64 of the secret", whole, [text], True),
        ("both modes, the secret as shown", secret, [text, stock], True),
        ("both modes, base64 of the secret", whole, [text, stock], True),
        ("text mode, the secret as shown", secret, [text], False),
        ("standard mode, base64 of the secret", whole, [stock], False),
    ]:
        check(f"{language} library: {name}", accepts(given, headers(*keys), body) == good)
        check(f"{language} library: {name}, wrong body", not accepts(given, headers(*keys), body + b" "))


def check_vector():
    vector = contract.VECTOR
    for mode, key in (("text", contract.text_key), ("standard", contract.decoded_key)):
        made = contract.signature(key(vector["secret"]), vector["id"], vector["timestamp"], vector["body"])
        check(f"the contract's test vector, {mode}", made == vector[mode], made)


def main():
    check_vector()
    # Each argument is a receiver: its name, then its command.
    receivers = {name: command for name, *command in (argument.split() for argument in sys.argv[1:])}
    for language, command in receivers.items():
        check_receiver(language, command)
    check_forwarding(receivers["cairn"], receivers["Python"])
    check_library("Python", python_library)
    check_library("JavaScript", javascript_library)
    print(f"receivers: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
