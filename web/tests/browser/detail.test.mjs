// The page of one object: what it shows, what can be done with it, and what goes along when it is deleted.
import { accessible, assert, eventually, field, settled, site } from './support.mjs'

const { test, api, url } = await site()
const address = page => page.url().slice(url.length)
const found = async (path, name) =>
  (await api.get(`${path}/?search=${encodeURIComponent(name)}`)).results.find(one => one.name === name)
const heading = (page, name) => page.getByRole('heading', { level: 1, name })

async function open(page, path, name) {
  await page.goto(`/${path}/${(await found(path, name)).id}`)
  await heading(page, name).waitFor()
  await settled(page)
}
const more = async (page, item) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an object shows its fields in words, and what is empty on demand', async ({ page }) => {
  await open(page, 'applied-controls', 'Multi-factor authentication')
  const term = label => page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=../dd')
  assert.equal(await term('Status').innerText(), 'To do')
  assert.equal(await term('Priority').innerText(), 'P1')
  assert.equal(await term('Assets').innerText(), 'Card payments')
  assert.equal(await page.getByText('Observation').count(), 0)
  await page.getByRole('button', { name: /Show \d+ empty fields/ }).click()
  await page.getByText('Observation').waitFor()
  await page.getByRole('link', { name: 'Card payments' }).click()
  await heading(page, 'Card payments').waitFor()
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Cards & payments' })
    .click()
  await heading(page, 'Cards & payments').waitFor()
})

test('what refers to it has tabs, and a new one begins filled in', async ({ page }) => {
  await open(page, 'findings-assessments', 'Penetration test, autumn')
  await page.getByRole('tab', { name: /Findings/ }).click()
  await page.getByRole('row', { name: 'Outdated TLS on partner gateway' }).waitFor()
  assert.match(address(page), /tab=findings/)
  await accessible(page)
  await page.getByRole('link', { name: 'New finding' }).click()
  await eventually(async () => /autumn/.test(await field(page, 'Findings review').innerText()))
})

test('what an object can do runs with a form, and leads to what it made', async ({ page }) => {
  await open(page, 'applied-controls', 'Encrypted backups')
  await more(page, 'Duplicate')
  const dialog = page.getByRole('dialog', { name: 'Duplicate' })
  await dialog.getByLabel('Name').fill('Encrypted backups, again')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Run' }).click()
  await eventually(() => found('applied-controls', 'Encrypted backups, again'))
})

test('the link and the identifier can be copied', async ({ page }) => {
  await open(page, 'assets', 'HSM cluster')
  const { id } = await found('assets', 'HSM cluster')
  await more(page, 'Copy ID')
  await eventually(async () => (await page.evaluate(() => navigator.clipboard.readText())) === id)
})

test('before a delete it is said what goes along and what stays', async ({ page }) => {
  await open(page, 'findings-assessments', 'Internal audit of card payments')
  await more(page, 'Delete')
  const dialog = page.getByRole('dialog', { name: /^Delete/ })
  await dialog.getByText(/more records? will be deleted/).waitFor()
  await dialog.getByText('Default password on printer').waitFor()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  assert.ok(await found('findings-assessments', 'Internal audit of card payments'))
  await more(page, 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await eventually(() => address(page) === '/findings-assessments')
  assert.equal((await api.get('findings/?search=printer')).count, 0)
})

test('what is built in cannot be deleted', async ({ page }) => {
  const global = (await api.get('folders/?content_type=GL')).results[0]
  await page.goto(`/folders/${global.id}`)
  await settled(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Delete' }).count(), 0)
})

test('files are dropped on an evidence, downloaded and removed', async ({ page }) => {
  await open(page, 'evidences', 'Access review Q3')
  await page
    .getByLabel('choose files')
    .setInputFiles({ name: 'review.txt', mimeType: 'text/plain', buffer: Buffer.from('all good') })
  await page.getByText('1 file added').waitFor()
  await page.getByText('review.txt').first().waitFor()
  await accessible(page)
})

test('what happened to it is told, and an earlier state comes back', async ({ page }) => {
  const { id } = await found('assets', 'Fraud detection')
  await api.patch(`assets/${id}/`, { ref_id: 'A-LATER', owner: [] })
  await page.goto(`/assets/${id}?tab=history`)
  await page.getByText('made changes').first().waitFor()
  await page.getByRole('tabpanel').getByText('A-LATER').waitFor()
  await page.getByText('created this').waitFor()
  await accessible(page)
  await page
    .getByRole('button', { name: /^Restore the version from/ })
    .last()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
  await eventually(async () => (await found('assets', 'Fraud detection')).ref_id === 'A-006')
  assert.equal((await found('assets', 'Fraud detection')).owner.length, 1)
})

test('a picture in a text is not fetched, from wherever', async ({ page, log }) => {
  const address = 'https://pictures.example/seen-by-whom.png'
  const text = [
    `Look: ![a picture](${address})`,
    `<img src="${address}" alt="raw">`,
    `[![in a link](${address})](https://elsewhere.example/)`,
    `![by reference][picture]\n\n[picture]: ${address}`,
    '![our own](/api/assets/?limit=1)',
  ].join('\n\n')
  const { results } = await api.get('assets/?search=Mobile')
  await api.patch(`assets/${results[0].id}/`, { description: text })
  await page.goto(`/assets/${results[0].id}`)
  await page.locator('.markdown', { hasText: 'Look:' }).waitFor()
  assert.equal(await page.locator('.markdown img').count(), 0)
  await page.goto(`/assets/${results[0].id}/edit`)
  await page
    .getByRole('button', { name: 'Preview' })
    .or(page.getByRole('tab', { name: 'Preview' }))
    .first()
    .click()
  await page.locator('.markdown', { hasText: 'Look:' }).waitFor()
  await settled(page)
  const asked = log.requests.map(request => request.url)
  assert.deepEqual(
    asked.filter(url => url.includes('.example') || url.endsWith('/api/assets/?limit=1')),
    [],
  )
})
