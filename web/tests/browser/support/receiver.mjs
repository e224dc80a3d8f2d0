// A receiver of webhooks: remembers what came, and answers as it is told.
import { createServer } from 'node:http'

export async function receiver() {
  const got = []
  let status = 200
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', part => {
      body += part
    })
    request.on('end', () => {
      got.push({ path: request.url, headers: request.headers, body: JSON.parse(body) })
      response.writeHead(status, { 'content-type': 'application/json', 'x-receiver': 'cairn-test' })
      response.end(JSON.stringify({ seen: got.length }))
    })
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    got,
    answer: wanted => {
      status = wanted
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
