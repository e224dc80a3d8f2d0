// The first load of a list stays small, and what is heavy waits until it is shown.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert, settled, site } from './support.mjs'

/** What a browser gets over HTTPS or from its own machine is Brotli; gzip is for the others. */
const LIMITS = { br: 230 * 1024, gz: 250 * 1024 }
const MOST_SCRIPTS = 15
const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const { test, api, url } = await site()

/** The entry of the page and everything that it imports at once. */
function imported() {
  const seen = new Set()
  const follow = name => {
    if (seen.has(name)) return
    seen.add(name)
    const text = readFileSync(join(dist, name), 'utf8')
    for (const [, next] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      follow(`static/${next}`)
  }
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  for (const [, name] of html.matchAll(/src="\/([\w./-]+\.js)"/g)) follow(name)
  return seen
}

const weight = (names, kind) =>
  [...names].reduce((sum, name) => sum + statSync(join(dist, `${name}.${kind}`)).size, 0)

test('the scripts of a list weigh less than 230 KB, compressed, and are few', async ({ page, log }) => {
  await page.goto('/assets')
  await page.getByRole('grid').waitFor()
  await settled(page)
  const loaded = log.requests
    .map(request => request.url.slice(url.length + 1))
    .filter(name => name.endsWith('.js'))
  const all = new Set([...imported(), ...loaded])
  assert.ok(
    [...all].some(name => name.startsWith('static/start-')),
    'the imports were followed',
  )
  for (const [kind, limit] of Object.entries(LIMITS))
    assert.ok(weight(all, kind) < limit, `${kind}: ${Math.round(weight(all, kind) / 1024)} KB`)
  assert.ok(all.size <= MOST_SCRIPTS, `${all.size} scripts`)
  const every = readdirSync(join(dist, 'static')).filter(name => name.endsWith('.js'))
  assert.ok(every.length > all.size, 'something is left for later')
  console.log(`  first load of a list: ${Math.round(weight(all, 'br') / 1024)} KB in ${all.size} scripts`)
})

test('what the first page needs is asked for once, while the interface is still being read', async ({
  page,
  log,
}) => {
  const [control] = (await api.get('applied-controls/?limit=1')).results
  const { resources } = await api.get('model/?outline=true')
  const address = `/applied-controls/${control.id}`
  await page.goto(address)
  await settled(page)
  log.requests.length = 0
  await page.reload()
  await page.getByRole('heading', { level: 1, name: control.name }).waitFor()
  await settled(page)
  const asked = log.requests.map(request => request.url.slice(url.length))
  const needed = [
    '/api/iam/current-user/',
    '/api/model/?outline=true',
    '/api/folders/org_tree/?include_perimeters=false&include_enclaves=true',
    `/api/model/?module=${resources['applied-controls'].module}`,
    `/api${address}/`,
  ]
  for (const one of needed) assert.equal(asked.filter(path => path === one).length, 1, one)
  const sent = await page
    .locator('link[rel="modulepreload"]')
    .evaluateAll(links => links.map(link => link.getAttribute('href')))
  assert.ok(
    sent.some(name => name.startsWith('/static/DetailPage-')),
    `the page itself is sent for at once, not only ${sent}`,
  )
})
