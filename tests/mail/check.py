"""Mail from Cairn to aiosmtpd. MAIL_COUNT says how many notifications have to survive the crashes (300 unless told)."""

import asyncio
import collections
import email
import email.policy
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

COUNT = int(os.environ.get("MAIL_COUNT", "300"))
KILLS = 10
# A server sends this many mails at once, so that many may be in the middle at a crash.
AT_ONCE = 4
PASSWORD = "Correct-Horse-42-Battery"


class Taken:
    """What the mail server took, and how it answers."""

    def __init__(self):
        self.lock = threading.Lock()
        self.mails = []
        self.slow = set()
        self.pause = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 5.1.1 no such user"
        if address.startswith("busy@"):
            return "450 4.2.1 try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if any(address in self.slow for address in envelope.rcpt_tos):
            await asyncio.sleep(5)
        await asyncio.sleep(self.pause)
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        with self.lock:
            self.mails.append((envelope.rcpt_tos[0], message, session.ssl is not None, session.authenticated))
        return "250 taken"

    def to(self, address):
        with self.lock:
            return [mail for mail in self.mails if mail[0] == address]


def certificate(folder):
    """A root of our own and a certificate for localhost."""
    run = lambda *words: subprocess.run(["openssl", *words], check=True, cwd=folder, capture_output=True)
    run("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "ca.key",
        "-out", "ca.pem", "-subj", "/CN=Test root", "-days", "30", "-addext", "basicConstraints=critical,CA:TRUE",
        "-addext", "keyUsage=critical,keyCertSign")
    run("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "key.pem", "-out",
        "request.pem", "-subj", "/CN=localhost")
    (folder / "extra").write_text("subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n")
    run("x509", "-req", "-in", "request.pem", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "cert.pem",
        "-days", "30", "-extfile", "extra")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return context


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def mail_server(taken, **options):
    controller = Controller(taken, hostname="localhost", port=free_port(), **options)
    controller.start()
    return controller


def greet(port, folder):
    context = ssl.create_default_context(cafile=folder / "ca.pem")
    with context.wrap_socket(socket.create_connection(("localhost", port)), server_hostname="localhost") as stream:
        stream.recv(1000)


class Cairn:
    def __init__(self, folder):
        self.folder, self.port, self.token, self.process = folder, free_port(), None, None
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("CAIRN_")}
        self.environment = {
            **inherited,
            "HOME": str(folder),
            "CAIRN_LOG": "warn",
            "CAIRN_DATA": str(folder / "data"),
            "CAIRN_ADMIN_EMAIL": "admin@example.com",
            "CAIRN_ADMIN_PASSWORD": PASSWORD,
            "CAIRN_WEBHOOKS_ALLOW": "127.0.0.1,::1,localhost",
            "SSL_CERT_FILE": str(folder / "ca.pem"),
        }

    def start(self):
        words = [os.environ["CAIRN"], "serve", "--listen", f"127.0.0.1:{self.port}"]
        log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(words, env=self.environment, stdout=log, stderr=log)
        self.wait_until("the server answers", self.is_up)

    def is_up(self):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/health/", timeout=5).read()
            return True
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def wait_until(self, what, holds, seconds=600):
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end or self.process.poll() is not None:
                sys.exit(f"{what}: it did not happen\n{(self.folder / 'log').read_text()[-3000:]}")
            time.sleep(0.05)

    def call(self, method, path, body=None):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Token {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            sys.exit(f"{method} {path}: {error.code} {error.read().decode()}")

    def sign_in(self):
        words = [os.environ["CAIRN"], "admin", "token", "--email", "admin@example.com", "--name", "test"]
        made = subprocess.run(words, env=self.environment, capture_output=True, text=True)
        if made.returncode:
            sys.exit(f"no token: {made.stderr}")
        self.token = made.stdout.strip()

    def mail(self, **settings):
        self.call("PATCH", "/api/settings/mail/", settings)

    def person(self, address, groups):
        user = self.call("POST", "/api/users/", {"email": address, "user_groups": groups})["id"]
        return self.call("GET", f"/api/actors/?user={user}")["results"][0]["id"]

    def assign(self, folder, actor, name):
        self.call("POST", "/api/applied-controls/", {"name": name, "folder": folder, "owner": [actor]})


def check(what, holds):
    if not holds:
        sys.exit(f"failed: {what}")
    print(f"ok: {what}", flush=True)


def exchange(cairn, **body):
    return cairn.call("POST", "/api/settings/mail/test/", body)


def try_servers(cairn, folder, context):
    """Each way to protect a connection, with what goes wrong."""
    taken = Taken()
    sign_in = lambda server, session, envelope, mechanism, data: AuthResult(
        success=(data.login, data.password) == (b"cairn", b"swordfish"), handled=False)
    starttls = mail_server(taken, tls_context=context, require_starttls=True, authenticator=sign_in, auth_required=True)
    plain = mail_server(taken)
    implicit = Controller(taken, hostname="localhost", port=free_port(), ssl_context=context)
    # Its own probe does not know our root.
    implicit._trigger_server = lambda: greet(implicit.port, folder)
    implicit.start()

    cairn.mail(host="localhost", port=starttls.port, security="starttls", user="cairn", password="swordfish",
               **{"from": "Cairn <cairn@example.com>", "site_url": "https://cairn.example"})
    tried = exchange(cairn, to="ada@example.com")
    check("a test over STARTTLS arrives, encrypted and signed in", tried["is_sent"])
    _, message, is_encrypted, is_known = taken.to("ada@example.com")[0]
    check("it was encrypted and signed in", is_encrypted and is_known)
    check("the exchange shows STARTTLS and no credentials",
          "C: STARTTLS" in tried["exchange"] and "swordfish" not in json.dumps(tried) and "AGNhaXJu" not in json.dumps(tried))
    cairn.mail(password="wrong")
    tried = exchange(cairn)
    check("wrong credentials are told", not tried["is_sent"] and any("535" in line for line in tried["exchange"]))
    cairn.mail(port=plain.port, user="", password=None)
    tried = exchange(cairn)
    check("a server without STARTTLS gets nothing", not tried["is_sent"] and "STARTTLS" in tried["error"])
    check("not even a sender", not any("MAIL FROM" in line for line in tried["exchange"]))
    cairn.mail(port=implicit.port, security="tls")
    check("TLS from the beginning works", exchange(cairn, to="tls@example.com")["is_sent"])
    cairn.mail(host="127.0.0.1")
    tried = exchange(cairn)
    check("a certificate for another name is refused", not tried["is_sent"] and "TLS" in tried["error"])
    cairn.mail(host="localhost", port=plain.port, security="none")
    tried = exchange(cairn, to="nobody@example.com")
    check("a rejection is shown", not tried["is_sent"] and any("550" in line for line in tried["exchange"]))
    starttls.stop(), implicit.stop()
    return taken, plain


def try_refusals(cairn, taken, folder, groups):
    """Rejected, deferred and slow recipients hold up nobody else."""
    taken.slow.add("slow@example.com")
    for name in ["nobody", "busy", "slow", "quick"]:
        actor = cairn.person(f"{name}@example.com", groups)
        cairn.assign(folder, actor, f"For {name}")
    cairn.wait_until("the others get their mail", lambda: taken.to("quick@example.com") and taken.to("slow@example.com"))
    check("rejected, deferred and slow mail delays no other", True)
    message = taken.to("quick@example.com")[0][1]
    check("text and HTML", [part.get_content_type() for part in message.walk()]
          == ["multipart/alternative", "text/plain", "text/html"])
    check("it names the object", "For quick" in message.get_body(("plain",)).get_content())
    check("it can be turned off with one click", message["List-Unsubscribe"].startswith("<https://cairn.example/unsubscribe/")
          and message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click")
    check("nothing was sent to those who refuse", not taken.to("nobody@example.com") and not taken.to("busy@example.com"))


def try_crashes(cairn, taken, folder, actor):
    """Every notification is sent once; one that was in the middle at a crash at most once more, under the same id."""
    with taken.lock:
        taken.mails.clear()
    # Slower than what is made, so that every crash happens while there is much to send.
    taken.pause = 0.03
    sent = lambda: len(taken.to("ada@example.com"))
    for kill in range(KILLS):
        for at in range(COUNT // KILLS):
            cairn.assign(folder, actor, f"Control {kill * (COUNT // KILLS) + at:05}")
        before, end = sent(), time.monotonic() + 60
        while sent() <= before and time.monotonic() < end:
            time.sleep(0.001)
        # Anywhere between one mail and the next.
        time.sleep(random.random() * 0.03)
        cairn.kill()
        cairn.start()
        print(f"… {kill + 1} crashes, {sent()} mails", flush=True)
    total = cairn.call("GET", "/api/applied-controls/?limit=1&search=Control")["count"]
    names = lambda: {mail[1].get_body(("plain",)).get_content().splitlines()[0] for mail in taken.to("ada@example.com")}
    cairn.wait_until("everything is sent", lambda: len(names()) >= total)
    time.sleep(2)
    by_id, ids_of = collections.Counter(), collections.defaultdict(set)
    for _, message, *_ in taken.to("ada@example.com"):
        by_id[message["Message-ID"]] += 1
        ids_of[message.get_body(("plain",)).get_content().splitlines()[0]].add(message["Message-ID"])
    twice = sum(1 for count in by_id.values() if count > 1)
    check(f"{total} notifications survive {KILLS} crashes: each was sent", len(ids_of) == total)
    check("each under one Message-ID", all(len(ids) == 1 for ids in ids_of.values()))
    check(f"none more than twice, and {twice} twice", max(by_id.values()) <= 2 and twice <= KILLS * AT_ONCE)


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cairn-mail-"))
    context = certificate(folder)
    cairn = Cairn(folder)
    try:
        cairn.start()
        cairn.sign_in()
        taken, plain = try_servers(cairn, folder, context)
        cairn.mail(enabled=True)
        domain = cairn.call("POST", "/api/folders/", {"name": "Sales", "create_iam_groups": True})["id"]
        groups = cairn.call("GET", f"/api/user-groups/?folder={domain}&code=BI-UG-ANA")["results"]
        groups = [group["id"] for group in groups]
        ada = cairn.person("ada@example.com", groups)
        try_refusals(cairn, taken, domain, groups)
        try_crashes(cairn, taken, domain, ada)
        plain.stop()
    finally:
        if cairn.process:
            cairn.kill()
        shutil.rmtree(folder, ignore_errors=True)


main()
