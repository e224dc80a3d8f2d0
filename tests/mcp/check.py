#!/usr/bin/env python3
"""The official SDK for Python, in both of its ways to begin, and the one for TypeScript, over both transports."""

import asyncio
import datetime
import json
import os
import pathlib
import subprocess

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import PromptReference, ResourceTemplateReference

from server import CAIRN, Server, scenario

HERE = pathlib.Path(__file__).parent
TOOLS = {
    "search", "describe", "list", "get", "create", "update", "delete", "relate", "run_action", "changes", "due",
    "inconsistencies",
}


class Failure(Exception):
    """Something that a client did not expect."""


def expect(truth, message):
    if not truth:
        raise Failure(message)


def innermost(error):
    """The failure inside of the groups that task groups put around it."""
    return innermost(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


async def play(client, steps, label):
    """Calls the tools of a scenario one after the other, and says which it called."""
    for step in steps:
        result = await client.call_tool(step["tool"], step["arguments"])
        text = "".join(block.text for block in result.content)
        call = f"{label}: {step['tool']} {json.dumps(step['arguments'])}"
        expect(bool(result.is_error) == ("fails" in step), f"{call}: {text}")
        for part in step.get("has", step.get("fails")):
            expect(part in text, f"{call}: no “{part}” in {text}")
        if "has" in step:
            json.loads(text)
    return {step["tool"] for step in steps}


async def tour(client, label, run, began):
    expect("untrusted_data" in (client.instructions or ""), f"{label}: the instructions are missing")
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    expect(set(tools) == TOOLS, f"{label}: these tools are listed: {sorted(tools)}")
    for name in ("delete", "update", "relate", "run_action"):
        expect(tools[name].annotations.destructive_hint is True, f"{label}: {name} is not marked as destructive")
    for name in ("search", "list", "get", "due"):
        expect(tools[name].annotations.read_only_hint is True, f"{label}: {name} is not marked as reading")
    called = await play(client, scenario("scenario.json", run=run, began=began), label)
    expect(called == TOOLS, f"{label}: these tools were not called: {TOOLS - called}")

    resources = [str(resource.uri) for resource in (await client.list_resources()).resources]
    expect("cairn://asset" in resources and "cairn://model" in resources, f"{label}: resources {resources}")
    templates = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
    expect("cairn://applied-control/{object}" in templates, f"{label}: templates {templates}")
    for uri in ("cairn://model", "cairn://asset", f"cairn://applied-control/Backups%20{run}"):
        contents = (await client.read_resource(uri)).contents
        expect(json.loads(contents[0].text), f"{label}: {uri} is empty")
    prompts = [prompt.name for prompt in (await client.list_prompts()).prompts]
    expect(prompts == ["prepare_management_review", "triage_findings", "find_evidence_gaps"], f"{label}: {prompts}")
    for name in prompts:
        prompt = await client.get_prompt(name, {"domain": "Global"})
        expect("“Global”" in prompt.messages[0].content.text, f"{label}: {name} without its domain")
    reference = ResourceTemplateReference(uri="cairn://applied-control/{object}")
    found = await client.complete(reference, {"name": "object", "value": f"Backups {run}"})
    expect(found.completion.values == [f"Backups {run}"], f"{label}: completion {found}")
    found = await client.complete(PromptReference(name="triage_findings"), {"name": "domain", "value": "Glo"})
    expect("Global" in found.completion.values, f"{label}: completion {found}")


async def python(server, token, began):
    for mode in ("legacy", "auto"):
        parameters = StdioServerParameters(command=CAIRN, args=["mcp"], env=server.client_environment(token))
        async with Client(parameters, mode=mode) as client:
            await tour(client, f"Python, stdio, {client.protocol_version}", f"py-stdio-{mode}", began)
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
            async with Client(streamable_http_client(f"{server.url}/mcp", http_client=http), mode=mode) as client:
                await tour(client, f"Python, HTTP, {client.protocol_version}", f"py-http-{mode}", began)


def typescript(server, token, began):
    environment = {**server.client_environment(token), "CAIRN": CAIRN, "NODE_FOLDER": os.environ["NODE_FOLDER"]}
    command = ["node", HERE / "check.mjs", began]
    expect(subprocess.run(command, env=environment).returncode == 0, "the TypeScript SDK was not content")


INITIALIZE = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "0"}},
}


def refusals(server, token):
    """Who must not get in, and what they are told."""
    for path in ("/mcp", "/mcp/"):
        status, body = server.request("POST", path, None, INITIALIZE)
        expect(status == 401 and "Authorization: Bearer" in body["detail"], f"nobody: {status} {body}")
    status, body = server.request("POST", "/mcp", "cairn_wrong", INITIALIZE)
    expect(status == 401, f"a wrong token: {status} {body}")
    status, body = server.request("POST", "/mcp", token, INITIALIZE, {"Origin": "https://evil.example"})
    expect(status == 403 and "Origin" in body["detail"], f"a web page: {status} {body}")
    status, body = server.request("GET", "/mcp", token)
    expect(status == 405, f"GET: {status} {body}")
    big = {**INITIALIZE, "params": {**INITIALIZE["params"], "more": "x" * 2_000_000}}
    status, body = server.request("POST", "/mcp", token, big)
    expect(status == 413, f"a large body: {status} {body}")
    status, body = server.request("POST", "/mcp", token, INITIALIZE)
    expect(status == 200 and body["result"]["serverInfo"]["name"] == "cairn", f"a good request: {status} {body}")


async def read_only(server):
    """A token that may only read reads, and is told so when it writes."""
    token = server.token("reader", "--read-only")
    async with httpx2.AsyncClient(headers={"Authorization": f"Token {token}"}, timeout=60) as http:
        async with Client(streamable_http_client(f"{server.url}/mcp", http_client=http)) as client:
            steps = [
                {"tool": "list", "arguments": {"resource": "folders"}, "has": ["Global"]},
                {"tool": "create", "arguments": {"resource": "assets", "values": {"name": "x", "folder": "Global"}},
                 "fails": ["read-only", "Nothing was changed"]},
            ]
            await play(client, steps, "read only")


async def proposing(server, token):
    """A token that may only propose changes nothing, over both transports; a person approves."""
    proposer = server.token("proposer", "--propose-only")
    parameters = StdioServerParameters(command=CAIRN, args=["mcp"], env=server.client_environment(proposer))
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {proposer}"}, timeout=60)
    for run, transport in (("stdio", parameters), ("http", streamable_http_client(f"{server.url}/mcp", http_client=http))):
        for path, body in (("assets", {"name": f"Kept {run}"}), ("applied-controls", {"name": f"Guard {run}"})):
            status, answer = server.request("POST", f"/api/{path}/", token, body)
            expect(status == 201, f"{path}: {status} {answer}")
        async with Client(transport) as client:
            await play(client, scenario("proposing.json", run=run), f"proposing over {run}")
        status, pending = server.request("GET", "/api/proposals/?status=pending&ordering=created_at", token)
        for proposal in pending["results"]:
            word, body = ("reject", {"reason": "No."}) if proposal["kind"] == "delete" else ("approve", {})
            status, answer = server.request("POST", f"/api/proposals/{proposal['id']}/{word}/", token, body)
            expect(status == 200, f"{word} {proposal['name']}: {status} {answer}")
        status, found = server.request("GET", f"/api/assets/?search={run}&ordering=name", token)
        expect([one["name"] for one in found["results"]] == [f"Idea {run}", f"Kept {run}"], f"after approval: {found}")
    await http.aclose()


def main():
    try:
        with Server() as server:
            # From here on there is a journal to ask.
            token = server.token("assistant")
            began = datetime.datetime.now(datetime.timezone.utc).isoformat().replace("+00:00", "Z")
            refusals(server, token)
            asyncio.run(python(server, token, began))
            typescript(server, token, began)
            asyncio.run(read_only(server))
            asyncio.run(proposing(server, token))
    except (Failure, BaseExceptionGroup) as error:
        cause = innermost(error)
        raise SystemExit(f"tests/mcp: {cause}") if isinstance(cause, Failure) else error
    print("mcp: both SDKs listed and called every tool over both transports")


if __name__ == "__main__":
    main()
