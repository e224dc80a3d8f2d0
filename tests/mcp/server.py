"""A Cairn server of its own for the test, in a folder that goes away with it."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request

CAIRN = os.environ["CAIRN"]
EMAIL, PASSWORD = "admin@cairn.local", "a long enough passphrase"


class Server:
    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("CAIRN_")}
        home = {"HOME": self.folder.name, "XDG_CONFIG_HOME": self.folder.name, "XDG_CACHE_HOME": self.folder.name}
        data = {"CAIRN_DATA": f"{self.folder.name}/data", "CAIRN_ADMIN_EMAIL": EMAIL, "CAIRN_ADMIN_PASSWORD": PASSWORD}
        self.environment = {**inherited, **home, **data, "CAIRN_LOG": "warn"}
        command = [CAIRN, "serve", "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, env=self.environment, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"ready at (http://[^/]+)/", line):
                self.url = found[1]
                break
        else:
            raise SystemExit("the server did not start")
        # What it says later must not fill the pipe.
        threading.Thread(target=lambda: [print("server:", line, end="") for line in self.process.stderr], daemon=True).start()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)
        self.folder.cleanup()

    def token(self, name, *flags):
        command = [CAIRN, "admin", "token", "--email", EMAIL, "--name", name, *flags]
        return subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True).stdout.strip()

    def client_environment(self, token):
        """For programs that talk to the server: none of its own settings."""
        kept = {name: value for name, value in self.environment.items() if not name.startswith("CAIRN_")}
        return {**kept, "CAIRN_URL": self.url, "CAIRN_TOKEN": token}

    def request(self, method, path, token=None, body=None, headers=None):
        """Status and body of any request."""
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **(headers or {})}
        if token:
            headers["Authorization"] = f"Token {token}"
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                text = answer.read().decode()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            text = error.read().decode()
            return error.code, json.loads(text) if text.startswith("{") else text


def scenario(name, **words):
    """The steps of a scenario, with words such as {run} put in."""
    text = (pathlib.Path(__file__).parent / name).read_text()
    for word, value in words.items():
        text = text.replace("{%s}" % word, value)
    return json.loads(text)
