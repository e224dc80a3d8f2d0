// Libraries: uploaded, looked at, loaded, used and unloaded; frameworks and matrices that come from them.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { accessible, assert, eventually, settled, site } from './support.mjs'

const { test, api, url } = await site()

const fileOf = name => fileURLToPath(new URL(`../../../libraries/${name}.yaml`, import.meta.url))
const line = (page, name) => page.locator('[data-library]').filter({ hasText: name })
const cookie = api.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
const csrf = api.cookies.find(({ name }) => name === 'cairn_csrf').value

/** Keeps and loads a library, unless that was done before. Gives its framework. */
async function framework(name) {
  const sent = await fetch(`${url}/api/stored-libraries/upload/`, {
    method: 'POST',
    headers: { 'content-type': 'application/yaml', cookie, 'x-csrf-token': csrf },
    body: readFileSync(fileOf(name)),
  })
  const { id, urn } = await sent.json()
  const { is_loaded } = await api.get(`stored-libraries/${id}/`)
  if (!is_loaded) await api.post(`stored-libraries/${id}/import/`, {})
  const { results } = await api.get('frameworks/?fields=id,library')
  return results.find(one => one.library.urn === urn).id
}

/** Sends a file through the dialog, as a person would. */
async function upload(page, file) {
  await page.getByRole('button', { name: 'Upload library' }).first().click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
}

test('a library is uploaded, looked at, loaded and unloaded', async ({ page }) => {
  await page.goto('/stored-libraries')
  await settled(page)
  await upload(page, fileOf('security-baseline'))
  await page.getByRole('button', { name: 'View content' }).click()
  await page.getByRole('heading', { level: 1, name: 'Security baseline' }).waitFor()
  await page.getByRole('treeitem', { name: 'GOV.1' }).waitFor()
  await page.getByRole('heading', { name: /reference controls$/ }).waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Load Security baseline' }).click()
  await page.getByRole('link', { name: 'Open Security baseline' }).click()
  await page.getByRole('heading', { level: 1, name: 'Security baseline' }).waitFor()
  assert.match(page.url(), /\/frameworks\//)

  await page.goto('/stored-libraries?show=loaded')
  await line(page, 'Security baseline').getByRole('button', { name: 'More for Security baseline' }).click()
  await page.getByRole('menuitem', { name: 'Unload' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 framework').waitFor()
  await dialog.getByRole('button', { name: 'Unload' }).click()
  await page.getByText('No library is loaded yet').waitFor()
  assert.equal((await api.get('frameworks/')).count, 0)
})

test('a bad file is refused with every error and its line, and nothing is stored', {
  refused: [400],
}, async ({ page }) => {
  const before = (await api.get('stored-libraries/')).count
  const bad = readFileSync(fileOf('risk-matrix-3x3'), 'utf8')
    .replace(/grid:.*(\n\s+- .*)*/, 'grid: [[0, 9]]')
    .replace(/^version: .*/m, 'version: soon')
  await page.goto('/stored-libraries')
  await settled(page)
  await upload(page, { name: 'bad.yaml', mimeType: 'application/yaml', buffer: Buffer.from(bad) })
  await page.getByText(/^bad\.yaml has (one error|\d+ errors)$/).waitFor()
  assert.ok(
    (await page
      .getByRole('dialog')
      .getByText(/^Line \d+$/)
      .count()) > 0,
  )
  await accessible(page)
  assert.equal((await api.get('stored-libraries/')).count, before)
})

test('the requirements of a framework are searched, narrowed and walked with the keyboard', async ({
  page,
}) => {
  await page.goto(`/frameworks/${await framework('security-baseline')}`)
  await page.getByRole('treeitem').first().waitFor()
  await page.getByText('Measured and improved').waitFor()
  await accessible(page)
  const panel = page.getByRole('complementary', { name: 'Selected requirement' })
  await panel.getByText('Reference controls').waitFor()

  await page.keyboard.press('/')
  await page.keyboard.type('phishing')
  await eventually(async () => /^\d+ of 64 requirements$/.test(await page.getByRole('status').innerText()))
  const found = await page.getByRole('treeitem').count()
  assert.ok(found > 0 && found < 20, `${found} lines`)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: /^Essential/ }).click()
  await page.getByText('27 of 64 requirements').waitFor()

  await page.getByRole('treeitem', { name: 'GOV Governance' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const chosen = page.locator('[role=treeitem][aria-selected=true]')
  assert.match(await chosen.innerText(), /GOV\.1/)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  assert.equal(
    await page.getByRole('treeitem', { name: 'GOV Governance' }).getAttribute('aria-expanded'),
    'false',
  )
})

test('a matrix is drawn, in the language of the reader', { language: 'fr-FR' }, async ({ page }) => {
  await page.goto('/stored-libraries')
  await settled(page)
  await page.getByRole('button', { name: 'Importer une bibliothèque' }).first().click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(fileOf('risk-matrix-5x5'))
  await page.getByRole('button', { name: 'Voir le contenu' }).click()
  await page.getByRole('button', { name: /^Charger/ }).click()
  await eventually(async () => (await api.get('risk-matrices/')).count === 1)
  const matrix = (await api.get('risk-matrices/')).results[0]
  await page.goto(`/risk-matrices/${matrix.id}`)
  await page.getByRole('rowheader', { name: 'Rare' }).waitFor()
  assert.equal(await page.getByRole('table').locator('tbody td').count(), 25)
  assert.equal(await page.getByText('translations').count(), 0)
  await accessible(page)
})

test('on a phone a requirement opens over the tree', { narrow: true }, async ({ page }) => {
  await page.goto(`/frameworks/${await framework('security-baseline')}`)
  await page.getByRole('treeitem', { name: 'GOV.1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Reference controls').waitFor()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await eventually(async () => (await dialog.count()) === 0)
})
