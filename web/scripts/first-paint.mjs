/**
 * How long an audit of 1,200 requirements takes until its first requirements are on the screen, against a page written by hand
 * that fetches the same tree and shows the same lines. Both in turns, in one browser, with what the browser keeps kept.
 *
 *   make web && cargo build --release -p cairn
 *   scripts/with-chromium node web/scripts/first-paint.mjs
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { signIn } from './seed.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const binary = process.env.CAIRN_BINARY ?? join(root, 'target/release/cairn')
const ROUNDS = 15
const WARM_UP = 4
const SECTIONS = 20
const EACH = 60
const ADMIN = { email: 'admin@fjord.example', password: 'Granite-Lichen-4711' }

const data = await mkdtemp(join(tmpdir(), 'cairn-paint-'))
const server = await serve()
const profile = await mkdtemp(join(tmpdir(), 'cairn-browser-'))
// With a profile on disk it keeps compiled scripts, as the browser of a person does.
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CAIRN_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
  baseURL: server.url,
  viewport: { width: 1280, height: 800 },
})
try {
  const api = await signIn(server.url, ADMIN.email, ADMIN.password)
  const audit = await makeAudit(api)
  await browser.addCookies(api.cookies.map(cookie => ({ ...cookie, url: server.url })))
  const page = await browser.newPage()
  // A page with a route of its own keeps nothing, so what is written by hand has another.
  const other = await browser.newPage()
  await other.route('**/by-hand', route => route.fulfill({ contentType: 'text/html', body: byHand(audit) }))
  const times = { ours: [], byHand: [] }
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const ours = await shownAfter(page, `/compliance-assessments/${audit}`, '[data-line]')
    const hand = await shownAfter(other, '/by-hand', '[data-line]')
    // The first rounds fill the caches; a browser keeps what it compiled only of scripts that come again.
    if (round >= WARM_UP) {
      times.ours.push(ours)
      times.byHand.push(hand)
    }
  }
  const [ours, hand] = [median(times.ours), median(times.byHand)]
  console.log(
    '| an audit of 1,200 requirements, until the first are shown | ms | target | by hand, ms | ratio |',
  )
  console.log('|---|---:|---:|---:|---:|')
  console.log(
    `| median of ${ROUNDS} | ${ours.toFixed(0)} | 300 | ${hand.toFixed(0)} | ${(ours / hand).toFixed(1)} |`,
  )
} finally {
  await browser.close()
  await server.stop()
  for (const folder of [data, profile]) await rm(folder, { recursive: true, force: true })
}

/** Milliseconds from the navigation until a line has been painted. */
async function shownAfter(page, path, selector) {
  // A page behind another is drawn rarely.
  await page.bringToFront()
  await page.goto(path, { waitUntil: 'commit' })
  return page.evaluate(
    wanted =>
      new Promise(resolve => {
        const look = () =>
          document.querySelector(wanted)
            ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
            : requestAnimationFrame(look)
        look()
      }),
    selector,
  )
}

function byHand(audit) {
  return `<!doctype html><title>By hand</title><ul></ul><script>
    fetch('/api/compliance-assessments/${audit}/tree/').then(answer => answer.json()).then(tree => {
      const lines = []
      const walk = level => Object.values(level).forEach(node => { lines.push(node); walk(node.children) })
      walk(tree)
      document.querySelector('ul').append(...lines.slice(0, 30).map(node => {
        const line = document.createElement('li')
        line.dataset.line = ''
        line.textContent = node.ref_id + ' ' + node.name + ' ' + node.result
        return line
      }))
    })
  </script>`
}

async function makeAudit(api) {
  const nodes = []
  for (let section = 0; section < SECTIONS; section++) {
    const urn = `urn:bench:risk:req_node:paint:s${section}`
    nodes.push({ urn, assessable: false, depth: 1, ref_id: `S${section}`, name: `Section ${section}` })
    for (let at = 0; at < EACH; at++)
      nodes.push({
        urn: `${urn}-${at}`,
        parent_urn: urn,
        assessable: true,
        depth: 2,
        ref_id: `S${section}-${at}`,
        name: `Requirement ${at} of section ${section}`,
        description:
          'The organization establishes, documents and maintains it, and reviews it once a year. '.repeat(3),
      })
  }
  const framework = {
    urn: 'urn:bench:risk:framework:paint',
    ref_id: 'paint',
    name: 'Paint',
    min_score: 0,
    max_score: 5,
    requirement_nodes: nodes,
  }
  const head = {
    urn: 'urn:bench:risk:library:paint',
    locale: 'en',
    ref_id: 'paint',
    name: 'Paint',
    version: 1,
  }
  const library = { ...head, provider: 'Bench', packager: 'bench', objects: { framework } }
  const body = new FormData()
  // JSON is YAML.
  body.append('file', new Blob([JSON.stringify(library)]), 'paint.yaml')
  const cookie = api.cookies.map(one => `${one.name}=${one.value}`).join('; ')
  const csrf = api.cookies.find(one => one.name === 'cairn_csrf').value
  const headers = { cookie, 'x-csrf-token': csrf }
  const sent = await fetch(`${server.url}/api/stored-libraries/upload/`, { method: 'POST', headers, body })
  if (!sent.ok) throw new Error(await sent.text())
  const stored = await sent.json()
  await api.post(`stored-libraries/${stored.id}/import/`, {})
  const [made] = (await api.get('frameworks/?ref_id=paint')).results
  return (await api.post('compliance-assessments/', { name: 'Painted', framework: made.id })).id
}

async function serve() {
  const env = { PATH: process.env.PATH, CAIRN_DATA: data, CAIRN_LOG: 'warn' }
  const child = spawn(binary, ['serve', '--listen', '127.0.0.1:0'], {
    cwd: data,
    env: { ...env, CAIRN_ADMIN_EMAIL: ADMIN.email, CAIRN_ADMIN_PASSWORD: ADMIN.password },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise(resolve => child.once('exit', resolve))
  let log = ''
  const url = await new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`the server ended with ${code}:\n${log}`)))
    child.stderr.on('data', text => {
      log += text
      const ready = log.match(/is ready at (http:\S+?)\/\s/)
      if (ready) resolve(ready[1])
    })
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url, stop }
}

function median(numbers) {
  return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)]
}
