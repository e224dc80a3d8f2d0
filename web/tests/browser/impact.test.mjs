// Controls by impact and effort: what to do first, with the mouse, the keyboard and in a table.

import { accessible, assert, becomes, settled, site } from './support.mjs'

const { test, api } = await site()

const CONTROLS = [
  ['Hardware keys', 5, 'S', 'to_do'],
  ['Password manager', 5, 'S', 'in_progress'],
  ['Network zones', 4, 'XL', 'to_do'],
  ['Visitor log', 1, 'XS', 'to_do'],
  ['Already active', 5, 'S', 'active'],
  ['Not rated', null, null, 'to_do'],
]
const folder = await api.post('folders/', { name: 'Impact' })
for (const [name, control_impact, effort, status] of CONTROLS)
  await api.post('applied-controls/', { name, folder: folder.id, control_impact, effort, status })
const address = `/applied-controls?folder=${folder.id}&layout=impact`
const cell = (page, words) => page.getByRole('gridcell', { name: words })
const rows = page => page.getByRole('table').getByRole('rowheader')

test('a cell leads to its controls, with the mouse and with the keyboard', async ({ page }) => {
  await page.goto(address)
  await settled(page)
  // Those that are open and rated.
  await becomes(() => rows(page).count(), 4)
  await cell(page, 'Very high impact, small effort, Quick wins: 2 controls').click()
  const names = async () => (await rows(page).allTextContents()).map(text => text.slice(0, 8)).sort()
  await becomes(names, ['Hardware', 'Password'])
  await accessible(page)
  await page.keyboard.press('ArrowDown')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await rows(page).getByText('Network zones').waitFor()
  await becomes(() => rows(page).count(), 1)
  assert.match(page.url(), /cell=4-XL/, 'the address shows what its reader saw')
  await page.getByRole('button', { name: /Show all controls/ }).click()
  await page.getByRole('button', { name: /^Fill-ins/ }).click()
  await rows(page).getByText('Visitor log').waitFor()
  await becomes(() => rows(page).count(), 1)
})

test('what is not rated is counted, and leads to its list', async ({ page }) => {
  await page.goto(address)
  await settled(page)
  await page.getByText('1 open control has no impact or effort set:').waitFor()
  await page.getByRole('link', { name: 'No effort' }).click()
  await page.getByRole('row', { name: /Not rated/ }).waitFor()
  await page.getByRole('row', { name: /Hardware keys/ }).waitFor({ state: 'detached' })
})

test('on a phone in the dark it fits', { narrow: true, dark: true, language: 'fr-FR' }, async ({ page }) => {
  await page.goto(address)
  await settled(page)
  await page.getByText('Par quoi commencer').first().waitFor()
  await accessible(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  assert.equal(wide, false)
})
