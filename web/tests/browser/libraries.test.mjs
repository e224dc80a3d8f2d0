// Libraries: uploaded, looked at, loaded, used and unloaded; frameworks and matrices that come from them.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { accessible, assert, becomes, eventually, settled, site } from './support.mjs'

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
  await line(page, 'Security baseline').getByRole('button', { name: 'Actions for Security baseline' }).click()
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
  await chosen.filter({ hasText: 'GOV.1' }).waitFor()
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

test('the page of a framework shows how far its live audits cover it', async ({ page }) => {
  const id = await framework('security-baseline')
  const folder = (await api.get('folders/?limit=200')).results.find(one => one.name === 'Cards & payments')
  const audit = (name, more = {}) =>
    api.post('compliance-assessments/', { name, folder: folder.id, framework: id, ...more })
  const first = await audit('Covers some')
  await audit('Covers nothing')
  await audit('Long over', { status: 'done' })
  const rows = await api.get(`requirement-assessments/?compliance_assessment=${first.id}&limit=200`)
  const row = rows.results.find(one => one.requirement.ref_id === 'GOV.1')
  await api.patch(`requirement-assessments/${row.id}/`, { result: 'compliant' })
  await page.goto(`/frameworks/${id}`)
  await page.getByText(/^1 of \d+ requirements assessed in 2 audits\./).waitFor()
  const live = page.getByRole('list', { name: 'Live audits' })
  // What is done is not live.
  await becomes(() => live.getByRole('link').count(), 2)
  await live.getByRole('img', { name: /^1 of \d+ assessed: 1 compliant/ }).waitFor()
  const section = page.getByRole('row', { name: /GOV Governance/ })
  await section.getByText('7%').waitFor()
  await accessible(page)
  await live.getByRole('link', { name: 'Covers some' }).click()
  await page.getByRole('heading', { level: 1, name: 'Covers some' }).waitFor()
})

/** A small library in a version; the second one has a new scale, and other requirements. */
const code = (version, max, requirements) => `urn: urn:test:risk:library:code
locale: en
ref_id: code
name: Harbour code
version: ${version}
provider: test
packager: test
copyright: test
objects:
  framework:
    urn: urn:test:risk:framework:code
    ref_id: code
    name: Harbour code
    min_score: 0
    max_score: ${max}
    requirement_nodes:
${requirements
  .map(
    ([id, name]) => `    - urn: urn:test:risk:req_node:code:${id}
      assessable: true
      depth: 1
      ref_id: H.${id}
      name: ${name}
`,
  )
  .join('')}`

test('an update says what happens to whose answers, keeps them, and is rolled back', async ({ page }) => {
  const keep = async text => {
    const headers = { 'content-type': 'application/yaml', cookie, 'x-csrf-token': csrf }
    const sent = await fetch(`${url}/api/stored-libraries/upload/`, { method: 'POST', headers, body: text })
    assert.ok(sent.ok, await sent.clone().text())
    return sent.json()
  }
  const first = await keep(
    code(1, 4, [
      ['1', 'Moor safely'],
      ['2', 'Keep a log'],
    ]),
  )
  await api.post(`stored-libraries/${first.id}/import/`, {})
  const found = (await api.get('frameworks/?fields=id,urn')).results.find(one => one.urn.endsWith(':code'))
  const folder = (await api.get('folders/?limit=200')).results.find(one => one.name === 'Cards & payments')
  const audit = await api.post('compliance-assessments/', {
    name: 'Harbour audit',
    folder: folder.id,
    framework: found.id,
  })
  const rows = async () =>
    (await api.get(`requirement-assessments/?compliance_assessment=${audit.id}&limit=50`)).results
  const rowOf = async ref => (await rows()).find(row => row.requirement.ref_id === ref)
  const { id } = await rowOf('H.2')
  await api.patch(`requirement-assessments/${id}/`, { result: 'compliant', is_scored: true, score: 4 })
  await keep(
    code(2, 100, [
      ['1', 'Moor safely at night'],
      ['3', 'Light the pier'],
    ]),
  )

  await page.goto('/stored-libraries?show=updates')
  await settled(page)
  await line(page, 'Harbour code').getByRole('button', { name: 'Update' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update “Harbour code”?' })
  await dialog.getByText('1 audit').first().waitFor()
  const retired = dialog.locator('details').filter({ hasText: '1 answer' })
  await retired.locator('summary').click()
  await retired.getByText('Keep a log').waitFor()
  await accessible(page)
  const run = dialog.getByRole('button', { name: 'Update', exact: true })
  assert.ok(await run.isDisabled(), 'what becomes of scores has to be said first')
  await dialog.getByRole('radio', { name: 'Move them to the same place on the new scale' }).check()
  await run.click()
  await eventually(async () => (await rowOf('H.3'))?.result === 'not_assessed')
  const kept = await api.get(`requirement-assessments/${id}/`)
  assert.deepEqual([kept.result, kept.score], ['compliant', 100])

  // Later too, from the menu of the library.
  await page.goto('/stored-libraries')
  await settled(page)
  await line(page, 'Harbour code').getByRole('button', { name: 'Actions for Harbour code' }).click()
  await page.getByRole('menuitem', { name: 'Roll back to version 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await eventually(async () => (await api.get(`requirement-assessments/${id}/`)).score === 4)
  await line(page, 'Harbour code').getByRole('button', { name: 'Update' }).waitFor()
})
