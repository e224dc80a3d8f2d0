// The official SDK for TypeScript: every tool over both transports. Started by check.py, which has the server.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const { CAIRN, CAIRN_URL, CAIRN_TOKEN, NODE_FOLDER } = process.env
const require = createRequire(`${NODE_FOLDER}/`)
const load = part => import(pathToFileURL(require.resolve(`@modelcontextprotocol/sdk/client/${part}.js`)))
const { Client } = await load('index')
const { StdioClientTransport } = await load('stdio')
const { StreamableHTTPClientTransport } = await load('streamableHttp')

const began = process.argv[2]
const TOOLS = [
  'changes', 'create', 'delete', 'describe', 'due', 'get', 'inconsistencies', 'list', 'relate', 'run_action', 'search',
  'update',
]

function scenario(run) {
  const text = readFileSync(new URL('scenario.json', import.meta.url), 'utf8')
  return JSON.parse(text.replaceAll('{run}', run).replaceAll('{began}', began))
}

async function tour(transport, run) {
  const client = new Client({ name: 'check', version: '0' })
  await client.connect(transport)
  assert.match(client.getInstructions(), /untrusted_data/)
  const { tools } = await client.listTools()
  assert.deepEqual(tools.map(tool => tool.name).sort(), TOOLS)
  assert.equal(tools.find(tool => tool.name === 'delete').annotations.destructiveHint, true)
  const called = new Set()
  for (const step of scenario(run)) {
    const result = await client.callTool({ name: step.tool, arguments: step.arguments })
    const text = result.content.map(block => block.text).join('')
    const call = `${run}: ${step.tool} ${JSON.stringify(step.arguments)}: ${text}`
    assert.equal(result.isError === true, 'fails' in step, call)
    for (const part of step.has ?? step.fails) assert.ok(text.includes(part), `no “${part}” in ${call}`)
    called.add(step.tool)
  }
  assert.deepEqual([...called].sort(), TOOLS)
  const { resourceTemplates } = await client.listResourceTemplates()
  assert.ok(resourceTemplates.some(template => template.uriTemplate === 'cairn://asset/{object}'))
  const { contents } = await client.readResource({ uri: `cairn://applied-control/Backups%20${run}` })
  assert.equal(JSON.parse(contents[0].text).untrusted_data.name, `Backups ${run}`)
  const { prompts } = await client.listPrompts()
  for (const { name } of prompts) {
    const { messages } = await client.getPrompt({ name, arguments: { since: '2026-03-01' } })
    assert.match(messages[0].content.text, /2026-03-01/)
  }
  await client.close()
}

const env = { ...process.env }
await tour(new StdioClientTransport({ command: CAIRN, args: ['mcp'], env }), 'ts-stdio')
const requestInit = { headers: { Authorization: `Bearer ${CAIRN_TOKEN}` } }
await tour(new StreamableHTTPClientTransport(new URL(`${CAIRN_URL}/mcp`), { requestInit }), 'ts-http')
