// The pictures of the README, of the demo that an empty instance offers, into docs/images/.
//   make web && cargo build -p cairn && scripts/with-chromium node web/scripts/readme-pictures.mjs
import { fileURLToPath } from 'node:url'
import { instance } from '../tests/browser/support/instance.mjs'
import { settled } from '../tests/browser/support.mjs'

const SIZE = { width: 1360, height: 850 }
const SMALLER = 0.75
const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const { open, close } = await instance({ seed: false })
const { page } = await open()
await page.setViewportSize(SIZE)
await page.goto('/')
await page.getByRole('button', { name: 'Load demo data' }).click()
await page.getByText('Demo data loaded').waitFor({ timeout: 60_000 })
for (const [name, address] of [
  ['board', '/applied-controls?layout=board'],
  ['map', '/assets?layout=map'],
  ['home', '/'],
]) {
  await page.goto(address)
  await settled(page)
  // The start page is tall; made smaller, it shows the state of the domains too.
  if (name === 'home') {
    await page.setViewportSize({ width: SIZE.width, height: Math.round(SIZE.height / SMALLER) })
    await page.evaluate(zoom => document.documentElement.style.setProperty('zoom', String(zoom)), SMALLER)
  }
  await page.waitForTimeout(500)
  await page.screenshot({ path: `${folder}${name}.png`, clip: { x: 0, y: 0, ...SIZE } })
}
await close()
