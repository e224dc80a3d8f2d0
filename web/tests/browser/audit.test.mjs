// The page of an audit: results by mouse and keyboard, what is refused, what readers see, and how it stays fast.
import { readFile } from 'node:fs/promises'
import { accessible, assert, eventually, settled, site } from './support.mjs'

const { test, api, url } = await site()

/** Files go over the API in a form. */
async function upload(path, name, content) {
  const body = new FormData()
  body.append('file', new Blob([content]), name)
  const cookie = api.cookies.map(one => `${one.name}=${one.value}`).join('; ')
  const csrf = api.cookies.find(one => one.name === 'cairn_csrf').value
  const headers = { cookie, 'x-csrf-token': csrf }
  const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body })
  assert.ok(answer.ok, await answer.clone().text())
  return answer.json()
}

const baseline = new URL('../../../libraries/security-baseline.yaml', import.meta.url)
await upload('stored-libraries/upload/', 'security-baseline.yaml', await readFile(baseline))
const [library] = (await api.get('stored-libraries/')).results
if (!library.is_loaded) await api.post(`stored-libraries/${library.id}/import/`, {})
const [framework] = (await api.get('frameworks/')).results
const folder = (await api.get('folders/')).results.find(one => one.name === 'Cards & payments')
const made = (name, more = {}) =>
  api.post('compliance-assessments/', { name, folder: folder.id, framework: framework.id, ...more })

const rowsOf = audit =>
  api.get(`requirement-assessments/?compliance_assessment=${audit.id}&limit=500&ordering=order_id`)
const assessable = async audit => (await rowsOf(audit)).results.filter(row => row.requirement.assessable)
const resultIs = (id, result) =>
  eventually(async () => (await api.get(`requirement-assessments/${id}/`)).result === result)

const audit = await made('Baseline, payments platform', { due_date: '2026-04-18' })
const open = async (page, which = audit, search = '') => {
  await page.goto(`/compliance-assessments/${which.id}${search}`)
  await page.getByRole('list', { name: 'Requirements' }).waitFor()
  await settled(page)
}
const current = page => page.locator('[data-line][aria-current]')

for (const [dark, narrow] of [
  [false, false],
  [true, false],
  [false, true],
])
  test(`is accessible${dark ? ', dark' : ''}${narrow ? ', on a phone' : ''}`, { dark, narrow }, async ({
    page,
  }) => {
    await open(page)
    await accessible(page)
    for (const tab of ['Sections', 'Compare']) {
      await page.getByRole('tab', { name: tab }).click()
      await settled(page)
      await accessible(page)
    }
  })

test('the keyboard sets a result and goes on, and Ctrl-Z takes it back', async ({ page }) => {
  const own = await made('By keyboard')
  const [first, second] = await assessable(own)
  await open(page, own)
  const begin = await current(page).textContent()
  await page.keyboard.press('1')
  await resultIs(first.id, 'compliant')
  await eventually(async () => (await current(page).textContent()) !== begin)
  await page.keyboard.press('3')
  await resultIs(second.id, 'non_compliant')
  assert.equal((await api.get(`requirement-assessments/${second.id}/`)).status, 'done')
  await page.getByText('Saved', { exact: false }).first().waitFor()
  await page.keyboard.press('Control+z')
  await resultIs(second.id, 'not_assessed')
  // The keyboard was at the third one.
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await eventually(
    async () => (await current(page).textContent()) === begin.replace('Not assessed', 'Compliant'),
  )
})

test('the mouse sets a result in the line, filters find it, and the sections count it', async ({ page }) => {
  const own = await made('By mouse')
  const rows = await assessable(own)
  await open(page, own)
  // The first requirement opens and moves the second one, which loses its buttons if the mouse was there before.
  await current(page).waitFor()
  const line = page
    .getByRole('listitem')
    .filter({ has: page.locator(`[data-line="${rows[1].requirement.id}"]`) })
  await line.hover()
  await line.getByRole('button', { name: 'Partially compliant', exact: true }).click()
  await resultIs(rows[1].id, 'partially_compliant')
  await page.getByRole('button', { name: /^1 partially compliant$/ }).click()
  await eventually(async () => (await page.locator('[data-line]').count()) === 1)
  await page.getByRole('tab', { name: 'Sections' }).click()
  await page.getByRole('cell', { name: /^1 of \d+$/ }).waitFor()
})

test('a change by someone else is not overwritten, and a refusal goes back', {
  refused: [400, 409, 412, 423],
}, async ({ page }) => {
  const own = await made('By two')
  const [first] = await assessable(own)
  await open(page, own)
  await api.patch(`requirement-assessments/${first.id}/`, { result: 'non_compliant' })
  await page.keyboard.press('1')
  await page.getByText('Someone else changed', { exact: false }).waitFor()
  await resultIs(first.id, 'non_compliant')
  await eventually(async () =>
    (await page.locator('[data-line]').first().textContent()).includes('Non-compliant'),
  )
})

test('a locked audit says why nothing can be changed, and is unlocked', async ({ page }) => {
  const own = await made('Locked', { is_locked: true })
  await open(page, own)
  await page.getByText('This audit is locked').waitFor()
  assert.equal(await page.getByRole('group', { name: 'Result' }).count(), 0)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByRole('group', { name: 'Result' }).first().waitFor()
})

test('the panel keeps an observation and takes evidence by drop', async ({ page }) => {
  const own = await made('With evidence')
  const [first] = await assessable(own)
  await open(page, own)
  await page.getByRole('textbox', { name: 'Observation' }).fill('Seen at the data centre.')
  await page.keyboard.press('Control+Enter')
  await eventually(
    async () =>
      (await api.get(`requirement-assessments/${first.id}/`)).observation === 'Seen at the data centre.',
  )
  await page.locator('[data-panel] input[type=file]').setInputFiles({
    name: 'leavers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,date\nAda,2026-03-01\n'),
  })
  await eventually(async () => (await api.get(`requirement-assessments/${first.id}/`)).evidences.length === 1)
  await page.locator('[data-panel]').getByText('leavers').first().waitFor()
})

test('one by one: the keys work, and Escape leads back', async ({ page }) => {
  const own = await made('Workshop')
  const [first] = await assessable(own)
  await open(page, own)
  await page.getByRole('button', { name: 'One by one' }).click()
  await page.getByText(/^1 of /).waitFor()
  await accessible(page)
  await page.keyboard.press('2')
  await resultIs(first.id, 'partially_compliant')
  await page.getByText(/^2 of /).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: /Requirements/ }).waitFor()
})

test('two audits are compared', async ({ page }) => {
  const own = await made('This year')
  const rows = await assessable(own)
  await api.patch(`requirement-assessments/${rows[0].id}/`, { result: 'compliant' })
  await page.goto(`/compliance-assessments/${own.id}?tab=compare`)
  await page.getByLabel('Compare with').selectOption(audit.id)
  await page.getByText('1 difference').waitFor()
})
