#!/usr/bin/env python3
"""What an independent OAuth 2.0 client does with a service account: client credentials with the secret in the header and in
the body, and assertions signed with keys of every kind that Cairn accepts."""

from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from joserfc.jwk import ECKey, OKPKey, RSAKey

from server import Server


def expect(truth, message):
    if not truth:
        raise SystemExit(f"tests/oauth/check.py: {message}")


def keys():
    """A key for each algorithm."""
    for algorithm in ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"):
        yield algorithm, RSAKey.generate_key(2048)
    yield "ES256", ECKey.generate_key("P-256")
    yield "ES384", ECKey.generate_key("P-384")
    yield "EdDSA", OKPKey.generate_key("Ed25519")


def main():
    with Server() as server:
        token = server.token("oauth")
        endpoint = f"{server.url}/api/identity/o/api/token"

        def call(method, path, body=None, wanted=(200, 201, 204)):
            status, answer = server.request(method, path, token, body)
            expect(status in wanted, f"{method} {path}: {status} {answer}")
            return answer

        root = call("GET", "/api/iam/current-user/")["root_folder_id"]
        names = ("view_folder", "view_asset", "add_asset")
        permissions = [call("GET", f"/api/permissions/?codename={name}")["results"][0]["id"] for name in names]
        account = {"name": "Authlib", "permissions": permissions, "folders": [root]}
        made = call("POST", "/api/iam/service-accounts/", account)

        for method in ("client_secret_basic", "client_secret_post"):
            with OAuth2Session(made["client_id"], made["client_secret"], token_endpoint_auth_method=method) as session:
                given = session.fetch_token(endpoint, grant_type="client_credentials")
                expect(given["token_type"] == "Bearer" and given["expires_in"] == 3600, given)
                answer = session.post(f"{server.url}/api/assets/", json={"name": method, "folder": root})
                expect(answer.status_code == 201, answer.text)
                given = session.fetch_token(endpoint, grant_type="client_credentials", scope="read")
                expect(given["scope"] == "read", given)
                answer = session.post(f"{server.url}/api/assets/", json={"name": "more", "folder": root})
                expect(answer.status_code == 403, answer.text)
        with OAuth2Session(made["client_id"], "wrong") as session:
            try:
                session.fetch_token(endpoint, grant_type="client_credentials")
                expect(False, "a wrong secret was accepted")
            except OAuthError as error:
                expect(error.error == "invalid_client", error)

        tried = 0
        for algorithm, key in keys():
            public = key.as_dict(private=False)
            body = {"name": algorithm, "permissions": permissions, "folders": [root], "generate_secret": False}
            made = call("POST", "/api/iam/service-accounts/", {**body, "jwks": {"keys": [public]}})
            with OAuth2Session(made["client_id"], key, token_endpoint_auth_method="private_key_jwt") as session:
                session.register_client_auth_method(PrivateKeyJWT(endpoint, alg=algorithm))
                session.fetch_token(endpoint, grant_type="client_credentials")
                answer = session.get(f"{server.url}/api/assets/")
                expect(answer.status_code == 200 and answer.json()["count"] == 2, answer.text)
            tried += 1
        expect(tried == 9, f"{tried} algorithms were tried")
    print("Authlib gets tokens with secrets and with nine kinds of signatures, and uses them.")


if __name__ == "__main__":
    main()
