// What a page asked for. The interface may speak to its own server only, and there only to the API and
// for the files of the interface.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url))
const isFile = path => path !== '/' && existsSync(join(dist, path))

/** Why a request must not happen, or nothing. */
export function objection(request, origin) {
  const url = request.url()
  if (url.startsWith('data:') || url.startsWith(`blob:${origin}/`) || url === 'about:blank') return null
  const { origin: asked, pathname } = new URL(url)
  if (asked !== origin) return `another host: ${url}`
  if (pathname.startsWith('/api/') || isFile(pathname)) return null
  // An address of the interface is answered with its one page.
  if (request.resourceType() === 'document' && request.isNavigationRequest()) return null
  return `outside of the API: ${request.method()} ${url}`
}

/** Writes down what a context asks for, is refused and complains about. */
export function record(context, origin) {
  const log = { requests: [], objections: [], refused: [], failures: [], errors: [] }
  context.on('request', request => {
    log.requests.push({ method: request.method(), url: request.url() })
    const reason = objection(request, origin)
    if (reason) log.objections.push(reason)
  })
  context.on('response', response => {
    if (response.status() < 400) return
    const line = { status: response.status(), method: response.request().method(), url: response.url() }
    ;(line.status < 500 ? log.refused : log.failures).push(line)
  })
  context.on('console', message => {
    // Chromium says so of each answer from 400 on; those are in `refused` and `failures`.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
    log.errors.push(message.text())
  })
  context.on('weberror', error => log.errors.push(String(error.error().stack ?? error.error())))
  return log
}

const LATE = Number(process.env.CAIRN_LATE ?? 0)

/**
 * With `CAIRN_LATE=400` each request to the API waits up to that many milliseconds, each of its own: answers
 * come late and in another order, as on a bad line. A person who is faster than the answer must not get
 * anything else than one who waits.
 */
export async function late(context) {
  if (!LATE) return
  await context.route('**/api/**', async route => {
    await new Promise(resolve => setTimeout(resolve, Math.random() * LATE))
    // The page may be gone by then.
    await route.fallback().catch(() => {})
  })
}
