// Vulnerabilities: where they are, what becomes of them, and how much time is left.

import { accessible, assert, becomes, settled, site } from './support.mjs'

const { test, api } = await site()

const parent = await api.post('folders/', { name: 'Spread' })
const folders = []
for (const name of ['Claims systems', 'Office network'])
  folders.push(await api.post('folders/', { name, parent_folder: parent.id }))
const make = (name, at, severity, status, more = {}) =>
  api.post('vulnerabilities/', { name, folder: folders[at].id, severity, status, ...more })
const soon = await make('Old TLS library', 0, 4, 'potential', { detected_at: '2026-03-01' })
const late = await make('Default password', 0, 4, 'exploitable', { detected_at: '2026-02-01' })
await make('Open redirect', 0, 2, 'fixed')
await make('Verbose banner', 1, 1, 'fixed')
await make('Weak cipher', 1, 2, 'potential')
const within = `domain=${parent.id}`
const fits = page => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

test('the treemap leads from a domain and a severity to their vulnerabilities', async ({ page }) => {
  await page.goto(`/vulnerabilities?layout=treemap&${within}`)
  await settled(page)
  const table = page.getByRole('table', { name: 'By domain and severity' })
  await table.getByRole('row', { name: /^Claims systems 2 1 0 3/ }).waitFor()
  await accessible(page)
  await page.getByRole('link', { name: /^Critical 2 Claims systems/ }).click()
  await page.getByRole('row', { name: /Old TLS library/ }).waitFor()
  await becomes(() => page.getByRole('row', { name: /Weak cipher|Open redirect/ }).count(), 0)
})

test('the flow from severity to status is drawn, and its numbers lead on', { dark: true }, async ({
  page,
}) => {
  await page.goto(`/vulnerabilities?layout=flow&${within}`)
  await settled(page)
  await page.getByRole('img', { name: /^5 records flow/ }).waitFor()
  await accessible(page)
  const row = page.getByRole('table').getByRole('row', { name: /^Fixed/ })
  await becomes(() => row.getByRole('cell').allTextContents(), ['0', '1', '1', '2'])
  await row.getByRole('link').first().press('Enter')
  await page.getByRole('row', { name: /Open redirect/ }).waitFor()
  await becomes(() => page.getByRole('row', { name: /Weak cipher|Verbose banner/ }).count(), 0)
})

test('a vulnerability says how much time is left, on its page and in the list', async ({ page }) => {
  await page.goto(`/vulnerabilities?${within}`)
  await settled(page)
  await page
    .getByRole('row', { name: /Old TLS library/ })
    .getByText('in 5 days')
    .waitFor()
  await page.goto(`/vulnerabilities/${soon.id}`)
  await settled(page)
  const countdown = page.getByRole('region', { name: 'Time left' })
  await countdown.getByText('5 days left').waitFor()
  await countdown.getByText('15 days to remediate').waitFor()
  await accessible(page)
  await page.goto(`/vulnerabilities/${late.id}`)
  await countdown.getByText(/^\d+ days late$/).waitFor()
  await api.patch(`vulnerabilities/${late.id}/`, { status: 'fixed' })
  await page.reload()
  await settled(page)
  assert.equal(await countdown.count(), 0, 'nothing is left to do')
})

test('on a phone in French the charts fit', { narrow: true, dark: true, language: 'fr-FR' }, async ({
  page,
}) => {
  for (const path of [
    '/vulnerabilities?layout=treemap',
    '/vulnerabilities?layout=flow',
    '/findings?layout=flow',
  ]) {
    await page.goto(path)
    await settled(page)
    await page.getByRole('table').first().waitFor()
    await accessible(page)
    assert.ok(await fits(page), path)
  }
})
