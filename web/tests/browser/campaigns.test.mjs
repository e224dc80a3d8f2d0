// Campaigns: created with respondents, started, followed and closed.
import { audits } from './support/audits.mjs'
import { accessible, assert, eventually, field, settled, site, take } from './support.mjs'

const { test, api, url } = await site()
const { shipped, folderNamed, assessable } = audits({ api, url })

const baseline = await shipped('security-baseline')
const folder = await folderNamed('Cards & payments')
const [actor] = (await api.get('actors/?limit=1')).results
const perimeter = (name, more = {}) => api.post('perimeters/', { name, folder: folder.id, ...more })
const platform = await perimeter('Card platform', { default_assignee: [actor.id] })
const app = await perimeter('Mobile app')
const auditsOf = async id => (await api.get(`compliance-assessments/?campaign=${id}&ordering=name`)).results
const assignmentsOf = async audit =>
  (await api.get(`requirement-assignments/?compliance_assessment=${audit.id}`)).results
const made = (name, more = {}) =>
  api.post('campaigns/', {
    name,
    folder: folder.id,
    frameworks: [baseline.id],
    perimeters: [platform.id, app.id],
    ...more,
  })
const open = async (page, campaign) => {
  await page.goto(`/campaigns/${campaign.id}`)
  await page.getByRole('list', { name: 'Audits' }).waitFor()
  await settled(page)
}

test('a campaign is created with its respondents, and asks nobody before it starts', async ({ page }) => {
  await page.goto('/campaigns/new')
  await field(page, 'Name').fill('Baseline 2026')
  const pick = async (label, words) => {
    await field(page, label).click()
    await take(page, words)
    await page.keyboard.press('Escape')
  }
  await pick('Frameworks', 'Security baseline')
  await page.getByRole('checkbox', { name: /essential/i }).check()
  await pick('Perimeters', 'Card platform')
  await pick('Perimeters', 'Mobile app')
  await page.getByText('This creates 2 audits').waitFor()
  await page.getByRole('button', { name: `Remove ${actor.str}` }).waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Create campaign' }).click()
  const list = page.getByRole('list', { name: 'Audits' })
  await list.getByRole('link', { name: 'Card platform' }).waitFor()
  const [campaign] = (await api.get('campaigns/?name=Baseline 2026')).results
  const [first, second] = await auditsOf(campaign.id)
  assert.deepEqual(first.selected_implementation_groups.length, 1)
  const [assignment] = await assignmentsOf(first)
  assert.equal(assignment.status, 'draft')
  assert.equal((await assignmentsOf(second)).length, 0)
  await accessible(page)

  // Whoever is missing is chosen on the page.
  await list.getByRole('button', { name: 'Choose who answers for Mobile app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'People or teams' }).click()
  await take(dialog, actor.str)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await eventually(async () => (await assignmentsOf(second)).length === 1)

  await page.getByRole('button', { name: 'Start campaign' }).click()
  await page.getByRole('dialog').getByText('2 planned audits start.').waitFor()
  await page.getByRole('dialog').getByText('2 assignments start', { exact: false }).waitFor()
  await accessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Start campaign' }).click()
  await page.getByText('Campaign started').waitFor()
  assert.equal((await assignmentsOf(first))[0].status, 'in_progress')
  assert.deepEqual(
    (await auditsOf(campaign.id)).map(one => one.status),
    ['in_progress', 'in_progress'],
  )
})

test('what is missing in the form is said where it is missing', { refused: [400] }, async ({ page }) => {
  await page.goto('/campaigns/new')
  await field(page, 'Name').fill('Nowhere')
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByText('Choose at least one framework.').waitFor()
  assert.equal((await api.get('campaigns/?name=Nowhere')).count, 0)
})

test('the page shows how the audits stand, and what is late first', async ({ page }) => {
  const campaign = await made('Under way', { status: 'in_progress', due_date: '2026-04-30' })
  const [first, second] = await auditsOf(campaign.id)
  const rows = await assessable(first)
  for (const row of rows.slice(0, 2))
    await api.patch(`requirement-assessments/${row.id}/`, { result: 'compliant', status: 'done' })
  await api.patch(`compliance-assessments/${second.id}/`, { due_date: '2026-03-01' })
  await open(page, campaign)
  const lines = page.getByRole('list', { name: 'Audits' }).getByRole('listitem')
  await eventually(async () => (await lines.first().textContent()).includes('Mobile app'))
  await lines.first().getByText('10 days late').waitFor()
  await page.getByText(`of ${2 * rows.length} assessed`).waitFor()
  await lines
    .last()
    .getByRole('img', { name: /2 of \d+ assessed: 2 compliant/ })
    .waitFor()
  await lines.last().getByRole('link', { name: 'Card platform' }).click()
  await page.getByRole('heading', { level: 1, name: /Under way/ }).waitFor()
})

test('closing locks the audits after a question, and reopening unlocks them', async ({ page }) => {
  const campaign = await made('To close', { status: 'in_progress' })
  await open(page, campaign)
  await page.getByRole('button', { name: 'Close campaign' }).click()
  await page.getByRole('dialog').getByText('All 2 audits are locked.', { exact: false }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close campaign' }).click()
  await page.getByText('Campaign closed').waitFor()
  assert.deepEqual(
    (await auditsOf(campaign.id)).map(one => one.is_locked),
    [true, true],
  )
  assert.equal((await api.get(`campaigns/${campaign.id}/`)).status, 'done')
  await page.getByRole('button', { name: 'Reopen campaign' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen campaign' }).click()
  await eventually(async () => (await auditsOf(campaign.id)).every(one => !one.is_locked))
})

test('the page fits on a phone, and the list shows the progress', { narrow: true }, async ({ page }) => {
  const campaign = await made('On the way', { status: 'in_progress', due_date: '2026-04-30' })
  await open(page, campaign)
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390)
  await accessible(page)
  await page.goto('/campaigns')
  const line = page.getByRole('row').filter({ hasText: 'On the way' })
  await line.getByText('0%').waitFor()
})
