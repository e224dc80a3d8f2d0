// Files of an object that carries them: put there, fetched, taken away.
import { accessible, assert, site } from './support.mjs'

const { test, api } = await site()
const finding = (await api.get('findings/?search=TLS')).results[0]
const asset = (await api.get('assets/?limit=1')).results[0]

const file = (page, name) => page.getByRole('listitem').filter({ hasText: name })
const kept = async () => (await api.get(`attachments/?about=${finding.id}`)).results.map(one => one.name)

test('a file is put on a finding, fetched and taken away', async ({ page }) => {
  await page.goto(`/findings/${finding.id}?tab=attachments`)
  await page.getByRole('heading', { name: 'No attachments yet' }).waitFor()
  await accessible(page)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'scan.txt', mimeType: 'text/plain', buffer: Buffer.from('port 443 is open') })
  await file(page, 'scan.txt').waitFor()
  await page.getByRole('tab', { name: /^Attachments ?1$/ }).waitFor()
  assert.deepEqual(await kept(), ['scan.txt'])
  await accessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    file(page, 'scan.txt').getByRole('link', { name: 'Download scan.txt' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'scan.txt')
  await file(page, 'scan.txt').getByRole('button', { name: 'Remove scan.txt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove scan.txt' }).click()
  await page.getByRole('heading', { name: 'No attachments yet' }).waitFor()
  assert.deepEqual(await kept(), [])
})

test('what carries no files has no place for them', async ({ page }) => {
  await page.goto(`/assets/${asset.id}`)
  await page.getByRole('tab', { name: 'History' }).waitFor()
  assert.equal(await page.getByRole('tab', { name: 'Attachments' }).count(), 0)
})
