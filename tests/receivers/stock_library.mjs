// Asks the official JavaScript library about deliveries: one JSON object a line on standard input, `{secret, headers,
// body}`; answers `true` or `false` a line. The library is installed in the folder that is the first argument.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const { Webhook } = createRequire(`${process.argv[2]}/`)("standardwebhooks");

for await (const line of createInterface({ input: process.stdin })) {
  const { secret, headers, body } = JSON.parse(line);
  try {
    new Webhook(secret).verify(body, headers);
    console.log("true");
  } catch {
    console.log("false");
  }
}
