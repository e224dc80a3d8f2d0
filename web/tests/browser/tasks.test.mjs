// The control plan and the workload: recurring tasks over a year, and who has how much to do.
import { dateOf } from './support/clock.mjs'
import { accessible, assert, becomes, now, settled, site } from './support.mjs'

const { test, api } = await site()
const today = dateOf(now())
const day = ahead => new Date(Date.parse(today) + ahead * 86_400_000).toISOString().slice(0, 10)
const year = today.slice(0, 4)

const me = await api.get('iam/current-user/')
const [it] = (await api.get('folders/?name=Information%20technology')).results
const [retail] = (await api.get('folders/?name=Retail%20banking')).results
const monthly = { is_recurrent: true, schedule: { frequency: 'MONTHLY', interval: 1 } }
const task = (name, folder, task_date, more = {}) =>
  api.post('task-templates/', { name, folder, task_date, assigned_to: [me.actor_id], ...more })
const review = await task('Access review', it.id, `${year}-01-15`, monthly)
await task('Branch inspection', retail.id, `${year}-01-01`, {
  is_recurrent: true,
  schedule: { frequency: 'WEEKLY', interval: 1 },
})
await task('Fire drill', it.id, day(3))
await task('Close the old vault', retail.id, day(-4))
const [first] = (await api.get(`task-nodes/?task_template=${review.id}&ordering=due_date`)).results
await api.post(`task-nodes/${first.id}/set_status/`, { status: 'completed' })

test('the control plan shows a year by domain, and its cells lead to the occurrences', async ({ page }) => {
  await page.goto('/task-templates?layout=plan')
  await settled(page)
  await accessible(page)
  const plan = page.getByRole('table', { name: 'Control plan' })
  const row = plan.getByRole('row', { name: /Access review/ })
  await row.getByRole('link', { name: 'Completed' }).waitFor()
  assert.equal(await plan.getByText('Fire drill').count(), 0, 'what does not recur is no part of it')
  await plan
    .getByRole('row', { name: /Branch inspection/ })
    .getByRole('link', { name: /Overdue.*occurrences/ })
    .first()
    .waitFor()

  await row.getByRole('link', { name: 'Completed' }).focus()
  await page.keyboard.press('ArrowRight')
  await becomes(() => page.evaluate(() => document.activeElement.dataset.cell?.split(':')[1]), '1')
  await row.getByRole('link', { name: 'Completed' }).click()
  await page.getByRole('heading', { level: 1, name: /Access review/ }).waitFor()
})

test('a quarter by week, and another year', async ({ page }) => {
  await page.goto('/task-templates?layout=plan')
  await settled(page)
  await page.getByRole('button', { name: 'Weeks' }).click()
  const plan = page.getByRole('table', { name: 'Control plan' })
  await becomes(async () => (await plan.getByRole('columnheader', { name: /^W\d+$/ }).count()) >= 13, true)
  await accessible(page)
  await page.getByRole('button', { name: 'Months' }).click()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('heading', { name: String(Number(year) + 1) }).waitFor()
  await page.goto('/task-templates?layout=plan&search=Branch')
  await becomes(() => plan.getByRole('rowheader', { name: 'Access review' }).count(), 0)
  await plan.getByRole('rowheader', { name: 'Branch inspection' }).waitFor()
})

test('the workload counts open tasks, and each number leads to its list', async ({ page }) => {
  await page.goto('/workload')
  await settled(page)
  await accessible(page)
  const people = page.getByRole('table', { name: 'People' })
  const row = people.getByRole('row', { name: /admin/ })
  const { actors } = await api.get('task-templates/workload/?days=30')
  const mine = actors.find(one => one.id === me.actor_id)
  await row.getByRole('link', { name: `${mine.overdue} Overdue` }).click()
  await page.getByText(`${mine.overdue} records`).waitFor()
  await page
    .getByText(/Close the old vault/)
    .first()
    .waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Next 7 days' }).click()
  assert.ok(await page.getByRole('table', { name: 'Domains' }).getByRole('row').count())
})

test('both fit a phone', { narrow: true, dark: true }, async ({ page }) => {
  for (const address of ['/task-templates?layout=plan', '/workload']) {
    await page.goto(address)
    await settled(page)
    await accessible(page)
    const wider = await page.locator('main').evaluate(main => main.scrollWidth - main.clientWidth)
    assert.equal(wider, 0, address)
  }
})
