// Word templates for reports: added, refused with the reason, used for a report, deleted.
import { audits } from './support/audits.mjs'
import { accessible, assert, becomes, eventually, settled, site } from './support.mjs'

const { test, api, url } = await site()
const { shipped, folderNamed } = audits({ api, url })

async function starter() {
  const cookie = api.cookies.map(one => `${one.name}=${one.value}`).join('; ')
  const answer = await fetch(`${url}/api/report-templates/starter/`, { headers: { cookie } })
  return Buffer.from(await answer.arrayBuffer())
}
const open = async page => {
  await page.goto('/report-templates')
  await page.getByRole('heading', { name: 'What a template can contain' }).waitFor()
  await settled(page)
}
const choose = (page, name, buffer) =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer,
  })

test('a template is added, used for a report, and deleted', async ({ page }) => {
  const folder = await folderNamed('Cards & payments')
  const framework = await shipped('security-baseline')
  const audit = await api.post('compliance-assessments/', {
    name: 'On our own paper',
    folder: folder.id,
    framework: framework.id,
  })
  await open(page)
  await page.getByText('No templates yet').waitFor()
  await accessible(page)
  const [example] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download starter template' }).click(),
  ])
  assert.match(example.suggestedFilename(), /\.docx$/)
  await choose(page, 'Letterhead.docx', await starter())
  await page.getByText('“Letterhead” added').waitFor()
  const list = page.getByRole('list', { name: 'Templates' })
  await list.getByText('For everyone').waitFor()
  await choose(page, 'Letterhead.docx', await starter())
  await page.getByText('“Letterhead” replaced').waitFor()
  await becomes(() => list.getByRole('listitem').count(), 1)
  await accessible(page)

  await page.goto(`/compliance-assessments/${audit.id}`)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Word report from template' }).click()
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Letterhead' }).click(),
  ])
  assert.match(report.suggestedFilename(), /\.docx$/)

  await open(page)
  await page.getByRole('button', { name: 'Delete Letterhead' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No templates yet').waitFor()
})

test('a file that is no template is refused with the reason', { refused: [400] }, async ({ page }) => {
  await open(page)
  await choose(page, 'notes.docx', Buffer.from('just a text'))
  const refused = page.getByRole('alert').filter({ hasText: 'notes.docx' })
  await refused.waitFor()
  assert.equal((await api.get('report-templates/')).count, 0)
})

test('a mark is copied, and the page fits on a phone', { narrow: true }, async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: '{{ audit.name }}' }).click()
  await eventually(
    async () => (await page.evaluate(() => navigator.clipboard.readText())) === '{{ audit.name }}',
  )
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390)
  await accessible(page)
})
