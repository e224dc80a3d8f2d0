// Receives Cairn's webhooks: verifies every delivery, processes each id once.

import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const secret = process.env.WEBHOOK_SECRET; // The key is the whole text, whsec_ included.
if (!secret) throw new Error("WEBHOOK_SECRET is not set");
const tolerance = 300; // seconds
const largestBody = 8 * 1024 * 1024;

// Keep the ids in your database instead, in the transaction that does the work,
// if work must not be done twice after a restart either.
const seen = new Set();

class Rejected extends Error {
  constructor(message, status = 400) {
    super(message);
    this.status = status;
  }
}

// Your work goes here. Answer within 15 seconds: put long work in a queue.
function handle(id, event) {
  console.log("processed", id, event.type);
}

// Returns the id of the message, or throws. The body must be the raw bytes.
function verify(headers, body, now) {
  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
    if (!headers[name]) throw new Rejected(`the header ${name} is missing`);
  }
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw new Rejected("the timestamp is not a number of Unix seconds");
  if (Math.abs(now - Number(timestamp)) > tolerance) throw new Rejected("the timestamp is too old, or in the future");
  const hmac = createHmac("sha256", secret).update(`${id}.${timestamp}.`).update(body);
  const expected = Buffer.from(`v1,${hmac.digest("base64")}`);
  const matches = (one) => one.length === expected.length && timingSafeEqual(one, expected);
  const given = headers["webhook-signature"].split(" ").map((one) => Buffer.from(one));
  if (!given.some(matches)) throw new Rejected("no signature matches");
  return id;
}

function processOnce(id, event) {
  if (seen.has(id)) return;
  handle(id, event); // If it throws, the id stays unknown and the retry is processed.
  seen.add(id);
  if (seen.size > 100_000) seen.delete(seen.values().next().value);
}

async function readBody(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > largestBody) throw new Rejected("the body is too large", 413);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function parse(body) {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new Rejected("the body is not JSON");
  }
}

const server = createServer(async (request, response) => {
  try {
    if (request.method !== "POST") throw new Rejected("only POST", 405);
    const body = await readBody(request);
    const id = verify(request.headers, body, Date.now() / 1000);
    processOnce(id, parse(body));
    response.writeHead(204).end();
  } catch (error) {
    const rejected = error instanceof Rejected;
    if (!rejected) console.error(error);
    response.writeHead(rejected ? error.status : 500).end(rejected ? error.message : "not processed, try again");
  }
});
server.listen(Number(process.env.PORT), "127.0.0.1");
