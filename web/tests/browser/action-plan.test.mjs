// The action plan of an audit: what is open, late and stale, what it costs, and what is missing.

import { audits } from './support/audits.mjs'
import { accessible, assert, eventually, settled, site } from './support.mjs'

const { test, api, url } = await site()
const { shipped, folderNamed, assessable } = audits({ api, url })

const baseline = await shipped('security-baseline')
const folder = await folderNamed('Cards & payments')
const audit = await api.post('compliance-assessments/', {
  name: 'Baseline with a plan',
  folder: folder.id,
  framework: baseline.id,
})
const rows = await assessable(audit)
const control = values => api.post('applied-controls/', { folder: folder.id, ...values })
const link = (row, controls, result = 'non_compliant') =>
  api.patch(`requirement-assessments/${row.id}/`, { result, applied_controls: controls.map(one => one.id) })

const late = await control({
  name: 'Review every access right',
  status: 'in_progress',
  priority: 1,
  eta: '2026-02-01',
  cost: { currency: '€', build: { fixed_cost: 4000 }, run: { fixed_cost: 1000 }, amortization_period: 1 },
})
const done = await control({ name: 'Backups off site', status: 'active', priority: 2 })
const gone = await control({ name: 'Guarded gate', status: 'active' })
await link(rows[0], [late])
await link(rows[1], [late, done], 'compliant')
await link(rows[2], [gone], 'compliant')
await link(rows[3], [], 'non_compliant')
await api.patch(`applied-controls/${gone.id}/`, { status: 'degraded' })

const open = async (page, search = '') => {
  await page.goto(`/compliance-assessments/${audit.id}?tab=plan${search}`)
  await page.getByRole('region', { name: 'Action plan' }).waitFor()
  await settled(page)
}

test('the plan shows what is open, by status, with what it serves, its date and its cost', async ({
  page,
}) => {
  await open(page)
  const group = page.getByRole('region', { name: 'In progress' })
  const line = group.getByRole('listitem').filter({ hasText: 'Review every access right' })
  await line.getByText('38 days late').waitFor()
  await line.getByText('5,000 €').waitFor()
  await line.getByRole('button', { name: rows[1].requirement.ref_id, exact: true }).waitFor()
  assert.equal(await page.getByText('Backups off site').count(), 0, 'what is active is not open')
  await page.getByText('is no longer active: Degraded').waitFor()
  await page.getByRole('heading', { name: 'Annual cost' }).waitFor()
  await accessible(page)
  await page.getByRole('button', { name: /^All\s*3/ }).click()
  await page.getByText('Backups off site').waitFor()
  await page.getByRole('button', { name: /^Stale\s*1/ }).click()
  await eventually(async () => (await page.getByText('Review every access right').count()) === 0)
  await page.getByRole('button', { name: 'By status' }).click()
  await page.getByRole('menuitem', { name: 'Due date' }).click()
  await page.getByRole('region', { name: 'No due date' }).waitFor()
  // What a control serves opens in the list.
  await page.getByRole('button', { name: rows[2].requirement.ref_id, exact: true }).click()
  await page.locator(`[data-line="${rows[2].requirement.id}"][aria-current]`).waitFor()
})

test('what is not met and has no control is listed, and the plan is saved as a file', async ({ page }) => {
  await open(page)
  const missing = page.getByRole('region', { name: '1 requirement has no control' })
  await missing.getByText(rows[3].requirement.ref_id).waitFor()
  await page.getByRole('region', { name: 'Action plan' }).getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Action plan (CSV)' }).click(),
  ])
  assert.match(download.suggestedFilename(), /action plan\.csv$/)
})

test('controls that the framework suggests are added after a look at them', async ({ page }) => {
  await open(page)
  await page.getByText(/The framework suggests \d+ more controls/).waitFor()
  await page.getByRole('button', { name: 'Add controls' }).click()
  const dialog = page.getByRole('dialog', { name: /Add \d+ suggested controls/ })
  await accessible(page)
  await dialog.getByRole('button', { name: 'Add controls' }).click()
  await page.getByText(/\d+ controls added/).waitFor()
  await eventually(async () => (await page.getByText(/The framework suggests/).count()) === 0)
  const plan = await api.get(`compliance-assessments/${audit.id}/action-plan/?limit=1`)
  assert.ok(plan.count > 3)
})

test('the plan fits on a phone', { narrow: true }, async ({ page }) => {
  await open(page)
  await page.getByText('Review every access right').waitFor()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(wide <= 390, `${wide} px`)
  await accessible(page)
})
