// The audit log, the history of an object, and the way back to an earlier state.
import { readFile } from 'node:fs/promises'
import { accessible, assert, eventually, settled, site } from './support.mjs'

const { test, api, url, session } = await site()
const one = async (path, name) =>
  (await api.get(`${path}/?search=${encodeURIComponent(name)}`)).results.find(row => row.name === name)
const address = page => page.url().slice(url.length)

const pipeline = await one('assets', 'Build pipeline')
await api.patch(`assets/${pipeline.id}/`, {
  ref_id: 'A-100',
  owner: [],
  description: 'Now with signed artefacts',
})
const fraud = await one('assets', 'Fraud detection')
await api.delete(`assets/${fraud.id}/`)
await api.get('assets/export_csv/').catch(() => {})

const line = (page, words) => page.getByRole('main').getByRole('listitem').filter({ hasText: words }).first()
const open = async row => row.getByRole('button', { name: /^Details:/ }).click()
async function filter(page, name) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const box = page.getByRole('combobox', { name: 'Add filter' })
  await box.fill(name)
  await page.keyboard.press('Enter')
}

test('the log reads like sentences, and opens to what exactly changed', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('button', { name: 'Assurance' }).click()
  await main.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  const row = line(page, 'changed Build pipeline (asset)')
  await row.waitFor()
  assert.match(await row.innerText(), /Reference/)
  await open(row)
  await row.getByText('A-010').waitFor()
  await row.getByText('A-100', { exact: true }).waitFor()
  await row.getByText('− Ingrid Solberg').waitFor()
  await row.getByText('127.0.0.1').waitFor()
  await row.getByText(/^[0-9a-f]{16}$/).waitFor()
  await page.getByText('exported assets').waitFor()
  await accessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await accessible(page)
  await row.getByRole('link', { name: 'Build pipeline' }).click()
  await page.getByRole('heading', { level: 1, name: 'Build pipeline' }).waitFor()
})

test('filters narrow it and are in the address', async ({ page }) => {
  await page.goto('/log-entries')
  await line(page, 'changed Build pipeline').waitFor()
  await filter(page, 'Event')
  await page.getByLabel('Deleted', { exact: true }).check()
  await page.keyboard.press('Escape')
  await eventually(() => /kind=deleted/.test(address(page)))
  await eventually(async () => (await line(page, 'changed Build pipeline').count()) === 0)
  await line(page, 'deleted Fraud detection').waitFor()
  await filter(page, 'Record type')
  await page.getByLabel('Findings', { exact: true }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  await page.getByRole('button', { name: 'Clear search and filters' }).first().click()
  await line(page, 'changed Build pipeline').waitFor()
  await page.getByLabel('Search names, people').fill('pipeline')
  await eventually(() => address(page) === '/log-entries?search=pipeline')
  await eventually(async () => (await line(page, 'Fraud detection').count()) === 0)
  await page.reload()
  const row = line(page, 'changed Build pipeline')
  await open(row)
  await row.getByRole('button', { name: 'Show only this record' }).click()
  await page.getByText('Only activity on “Build pipeline”').waitFor()
  await eventually(() => address(page).includes(`object=${pipeline.id}`))
  await page.getByRole('button', { name: 'Show all activity' }).click()
  await eventually(() => !address(page).includes('object='))
})

test('all entries of one request are shown together', async ({ page }) => {
  await page.goto(`/log-entries?object=${fraud.id}`)
  const row = line(page, 'deleted Fraud detection')
  await open(row)
  await row.getByRole('button', { name: 'Show everything from this request' }).click()
  await page.getByRole('button', { name: 'Show all activity' }).click()
  // What referred to the asset was changed along with it.
  await line(page, 'changed Unowned service account').waitFor()
  await line(page, 'deleted Fraud detection').waitFor()
})

test('what is seen can be taken along', async ({ page }) => {
  await page.goto(`/log-entries?object=${pipeline.id}&kind=updated`)
  await line(page, 'changed Build pipeline').waitFor()
  const take = async name => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ])
    return readFile(await file.path())
  }
  const lines = (await take('Current view (JSON Lines)')).toString().trim().split('\n')
  assert.deepEqual(
    lines.map(text => JSON.parse(text).kind),
    ['updated'],
  )
  assert.match((await take('Current view (CSV)')).toString(), /Build pipeline/)
  assert.equal((await take('Current view (Excel)')).subarray(0, 2).toString(), 'PK')
})

test('the log says that it is sealed, and how to check that', async ({ page }) => {
  await page.goto(`/log-entries?object=${pipeline.id}`)
  await page.getByText(/^Tamper-evident: \d+ entries sealed and signed/).waitFor()
  await page.getByRole('button', { name: 'How to verify' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify the audit log' })
  await dialog.getByText(/cairn journal verify journal.jsonl.gz --head 'cairn-head,1,/).waitFor()
  await accessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download tree head' }).click(),
  ])
  assert.match((await readFile(await file.path())).toString(), /^cairn-head,1,\d+,/)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const row = line(page, 'changed Build pipeline')
  await open(row)
  await row.getByRole('button', { name: 'Prove this entry' }).click()
  await row.getByText(/^Verified: entry \d+ of \d+/).waitFor()
  await accessible(page)
})

test('the history of an object goes day by day, and says what a way back would change', async ({ page }) => {
  await page.goto(`/assets/${pipeline.id}?tab=history`)
  await page.getByRole('heading', { name: /^Today/ }).waitFor()
  await page.getByText('made changes').first().waitFor()
  await accessible(page)
  await page
    .getByRole('button', { name: /^Restore the version from/ })
    .last()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Restore this version?' })
  await dialog.getByRole('heading', { name: 'What will change' }).waitFor()
  await dialog.getByText('+ Ingrid Solberg').waitFor()
  await dialog.getByText('A-100', { exact: true }).waitFor()
  await dialog.getByText('A-010', { exact: true }).waitFor()
  await accessible(page)
  await page.keyboard.press('Escape')
  assert.equal((await api.get(`assets/${pipeline.id}/`)).ref_id, 'A-100')
})

test('what was deleted is found in the log and comes back', { refused: [404] }, async ({ page }) => {
  await page.goto('/log-entries?kind=deleted')
  await line(page, 'deleted Fraud detection').getByRole('link', { name: 'Fraud detection' }).click()
  await page.getByRole('note').getByText('This record was deleted').waitFor()
  await page.getByText('created this').waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore this record?' })
  await accessible(page)
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Version restored').first().waitFor()
  await page.getByRole('tab', { name: 'Overview' }).waitFor()
  assert.ok(await one('assets', 'Fraud detection'))
})

test('pages made by hand have a history and a way back too', { refused: [404] }, async ({ page }) => {
  const made = await api.post('users/', {
    email: 'leaver@fjord.example',
    first_name: 'Lea',
    last_name: 'Ver',
  })
  await page.goto(`/users/${made.id}?tab=history`)
  await page.getByText('created this').waitFor()
  const role = await api.post('roles/', {
    name: 'Lookers',
    permissions: (await api.get('permissions/?codename=view_folder')).results.map(one => one.id),
  })
  await page.goto(`/roles/${role.id}`)
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByText('created this').waitFor()
  await accessible(page)
  await api.delete(`users/${made.id}/`)
  await page.goto(`/users/${made.id}`)
  await page.getByRole('note').getByText('This record was deleted').waitFor()
})

test('an entry can be cited: it has an address of its own', async ({ page }) => {
  await page.goto(`/log-entries?object=${pipeline.id}&kind=updated`)
  const row = line(page, 'changed Build pipeline')
  await open(row)
  await row.getByRole('link', { name: 'Open entry' }).click()
  await page.getByRole('heading', { level: 1, name: /^Entry \d+$/ }).waitFor()
  await page.getByText('A-100', { exact: true }).waitFor()
  await accessible(page)
})

test('it is worked with the keyboard alone', async ({ page }) => {
  await page.goto(`/log-entries?object=${pipeline.id}`)
  const row = line(page, 'changed Build pipeline')
  await row.waitFor()
  const toggle = row.getByRole('button', { name: /^Details:/ })
  await page.getByLabel('Search names, people').focus()
  for (let step = 0; step < 10; step += 1) {
    if (await toggle.evaluate(button => button === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await row.getByText('127.0.0.1').waitFor()
  await page.keyboard.press('Enter')
  await eventually(async () => (await row.getByText('127.0.0.1').count()) === 0)
})

test('on a phone the log fits', { narrow: true }, async ({ page }) => {
  await page.goto('/log-entries')
  const row = line(page, 'changed Build pipeline')
  await open(row)
  await row.getByText('127.0.0.1').waitFor()
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  assert.ok(await page.getByRole('main').evaluate(main => main.scrollWidth <= main.clientWidth))
  await accessible(page)
})

test('the start page tells of recent changes from the real log', async ({ page }) => {
  const asset = (await api.get('assets/?search=pipeline')).results[0]
  await api.patch(`assets/${asset.id}/`, { observation: 'Looked at lately' })
  await page.goto('/')
  const recent = page.getByRole('region', { name: 'Recent changes' })
  await recent
    .getByText(/(created|changed|deleted|brought back)/)
    .first()
    .waitFor()
  await recent.getByRole('link', { name: asset.name }).first().waitFor()
  await recent.getByRole('link', { name: 'View audit log' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
})

test('a reader of one domain sees its entries without proofs', async ({ page }) => {
  const domain = (await api.get('folders/?search=Retail')).results[0]
  const who = { email: 'r@fjord.example', password: 'Granite-Lichen-4712' }
  const reader = await api.post('users/', { email: who.email, first_name: 'Rea', last_name: 'Der' })
  await api.post('iam/set-password/', { user: reader.id, new_password: who.password })
  const role = (await api.get('roles/?limit=50')).results.find(
    role => role.code === 'BI-RL-AUD' || /^Reader$/i.test(role.name),
  )
  await api.post('role-assignments/', {
    user: reader.id,
    role: role.id,
    perimeter_folders: [domain.id],
    is_recursive: true,
    folder: domain.id,
    name: 'reads',
  })
  const signed = await session(who)
  await page.context().clearCookies()
  await page.context().addCookies(signed.cookies.map(cookie => ({ ...cookie, url })))
  await page.goto('/log-entries')
  await settled(page)
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await line(page, 'Customer database').waitFor()
  assert.equal(await page.getByText(/sealed and signed/).count(), 0)
  assert.equal(await page.getByText('Build pipeline').count(), 0)
})

test('the log speaks French', { language: 'fr-FR' }, async ({ page }) => {
  await page.goto('/log-entries')
  await line(page, 'a modifié Build pipeline').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Journal d’audit' }).waitFor()
})
