// Every page of every resource, in both themes: nothing complains and no rule of WCAG 2.2 AA is broken.
import { violations } from './support/axe.mjs'
import { handMadePlaces, resourcePlaces } from './support/places.mjs'
import { assert, settled, site } from './support.mjs'

const { test, api } = await site()
await api.post('webhooks/endpoints/', {
  name: 'Ticket system',
  url: 'https://hooks.example/cairn',
  event_types: ['asset.created'],
})
const places = [...(await handMadePlaces(api)), ...(await resourcePlaces(api))]

// The frame is the same everywhere and has tests of its own; here it is about what it frames.

/** Goes there as a click would, without loading everything anew. */
async function go(page, address) {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await page.waitForFunction(() => {
    const { location, resolvedLocation, status } = window.__TSR_ROUTER__.state
    const isThere = location.pathname === window.location.pathname && location === resolvedLocation
    return isThere && status === 'idle'
  })
  await settled(page)
}

test(`${places.length} pages keep the rules of accessibility, in light and in dark`, async ({ page }) => {
  const broken = []
  const titles = new Set()
  await page.goto('/')
  await settled(page)
  for (const { address } of places) {
    await page.emulateMedia({ colorScheme: 'light' })
    await go(page, address)
    titles.add(await page.title())
    const light = await violations(page, { within: 'main' })
    await page.emulateMedia({ colorScheme: 'dark' })
    // Only colours differ between the themes.
    const dark = await violations(page, { within: 'main', rules: ['color-contrast'] })
    broken.push(...light.map(line => `${address} ${line}`), ...dark.map(line => `${address} in dark ${line}`))
  }
  assert.deepEqual(broken, [])
  assert.ok(titles.size > places.length / 2, `only ${titles.size} pages were seen`)
})
