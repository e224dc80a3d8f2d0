/**
 * Browser tests: the built binary, Debian's Chromium, and a person who uses them.
 *
 *   import { assert, site } from './support.mjs'
 *   const { test, api } = await site()                       // one server and one browser for the file
 *   test('an asset is found by its name', async ({ page }) => {
 *     await page.goto('/assets')
 *     …
 *   })
 *
 * `site({ seed: false })` is an empty instance, `site({ rows: 10_000 })` has that many more assets,
 * `site({ env: { CAIRN_EDITION: 'pro' } })` other settings, `site({ flags: ['--no-worker'] })` flags of the server. `api` is signed in as the administrator
 * (`get`, `post`, `patch`, `put`, `delete`, each with the path that follows `/api/`).
 *
 * Each test has a page of its own, signed in over the API. Its options:
 *   as        null for nobody, or `{ email, password }`; the administrator if left out, whose one session
 *             all tests of the file share: sign out only where you signed in by hand
 *   narrow    a phone, otherwise a desktop
 *   dark      the system's preference
 *   language  of the browser, `en-GB` if left out
 *   refused   answers from 400 to 499 that belong to the test, such as `[412]`
 *   errors    console errors that belong to the test, as regular expressions
 *
 * It is always the same morning in March, for the server, the bank and the browser (`support/clock.mjs`):
 * ask `now()` for the time, never the machine.
 *
 * `CAIRN_LATE=400 make browser` runs them with answers that come late and in another order.
 *
 * After each test: every request went to the server's own API or was for a file of the interface, no
 * answer was a server error, none was refused and nothing was complained about unexpectedly.
 */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, test as nodeTest } from 'node:test'
import { fileURLToPath } from 'node:url'
import { violations } from './support/axe.mjs'
import { instance, PATIENCE } from './support/instance.mjs'

export { nextDay, now, onTheWall } from './support/clock.mjs'
export { ADMIN } from './support/server.mjs'
export { assert }

/** One server and one browser, which end with the tests of the file. */
export async function site(options = {}) {
  const all = await instance(options)
  after(all.close)

  function test(name, ...rest) {
    const body = rest.pop()
    const { refused = [], errors = [], ...wanted } = rest.pop() ?? {}
    nodeTest(name, async t => {
      const { context, page, log } = await all.open(wanted)
      try {
        await body({ page, context, log, ...all })
        const unexpected = log.refused.filter(answer => !refused.includes(answer.status))
        const complaints = log.errors.filter(text => !errors.some(known => known.test(text)))
        assert.deepEqual(log.objections, [], 'requests that the interface must not make')
        assert.deepEqual(log.failures, [], 'server errors')
        assert.deepEqual(unexpected, [], 'refused requests')
        assert.deepEqual(complaints, [], 'console errors')
      } catch (error) {
        t.diagnostic(`at ${page.url()}, picture in ${await picture(page, name)}`)
        throw error
      } finally {
        await context.close()
      }
    })
  }
  return { ...all, test }
}

/** What the page looked like when a test failed. */
async function picture(page, name) {
  const folder = fileURLToPath(new URL('../../screenshots/failed/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const file = `${folder}${name.replaceAll(/[^\w]+/g, '-').slice(0, 80)}.png`
  await page.screenshot({ path: file }).catch(() => {})
  return file
}

/** Asks until the answer is true, or anything; the last failure is thrown when it does not become so. */
export async function eventually(check, patience = PATIENCE) {
  const end = Date.now() + patience
  for (;;) {
    try {
      const result = await check()
      if (result) return result
      throw new assert.AssertionError({ message: `not so after ${patience} ms: ${check}` })
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
}

/** Reads until it is what was wanted: a page is drawn after the click, not with it. */
export const becomes = (read, wanted) =>
  eventually(async () => {
    assert.deepEqual(await read(), wanted)
    return true
  })

/** Waits until the page shows what it was asked for: nothing is loading any more. */
export async function settled(page) {
  await page.locator('main').first().waitFor()
  await page.waitForFunction(
    () => !document.querySelector('main [role="status"] .sr-only, main .animate-pulse'),
  )
}

/** A control by its label, required or not. */
export function field(within, label) {
  return within.getByLabel(new RegExp(`^${label.replaceAll(/[()]/g, '\\$&')}( \\*)?$`))
}

/**
 * Types into the open list of a picker and takes what is found. One is marked when the list is that of the
 * words: the list before it would move under the mouse.
 */
export async function take(within, words, name = words) {
  await within.getByRole('combobox').last().fill(words)
  const list = within.getByRole('listbox')
  await list.getByRole('option', { selected: true }).waitFor()
  await list.getByRole('option', { name }).first().click()
}

/** Holds back the answers to such requests until the function that it gives is called. */
export async function hold(page, address) {
  let release
  const held = new Promise(resolve => {
    release = resolve
  })
  await page.route(address, async route => {
    await held
    await route.fallback()
  })
  return release
}

/**
 * Colours count once nothing fades any more, and no table is dimmed until its rows come; what turns for ever, such as a
 * placeholder, is not waited for.
 */
const still = page =>
  page.waitForFunction(
    () =>
      !document.querySelector('table[aria-busy="true"]') &&
      document
        .getAnimations()
        .every(
          one =>
            one.playState !== 'running' || one.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
        ),
  )

export async function accessible(page, options) {
  await still(page)
  assert.deepEqual(await violations(page, options), [], `accessibility of ${page.url()}`)
}
