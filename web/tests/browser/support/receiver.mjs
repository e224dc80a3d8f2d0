// A receiver of webhooks. Each endpoint gets an inbox, a path of its own, so that what one test waits for
// cannot be the late retry of another: an inbox remembers what came to it and answers as it is told.
import { createServer } from 'node:http'

export async function receiver() {
  const inboxes = new Map()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', part => {
      body += part
    })
    request.on('end', () => {
      const inbox = inboxes.get(request.url)
      inbox.got.push({ headers: request.headers, body: JSON.parse(body) })
      response.writeHead(inbox.status, { 'content-type': 'application/json', 'x-receiver': 'cairn-test' })
      response.end(JSON.stringify({ seen: inbox.got.length }))
    })
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  return {
    /** A new inbox: its `url`, what it `got`, and the `status` it answers with. */
    inbox: () => {
      const path = `/hooks/${inboxes.size + 1}`
      const inbox = { url: `http://127.0.0.1:${port}${path}`, got: [], status: 200 }
      inboxes.set(path, inbox)
      return inbox
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
