// The calendar: everything with a date, by month, week and as a list.
import { dateOf } from './support/clock.mjs'
import { accessible, assert, becomes, now, settled, site } from './support.mjs'

const { test, api } = await site()
const today = dateOf(now())
const day = ahead => new Date(Date.parse(today) + ahead * 86_400_000).toISOString().slice(0, 10)

const [retail] = (await api.get('folders/?name=Retail%20banking')).results
const [it] = (await api.get('folders/?name=Information%20technology')).results
await api.post('task-templates/', { name: 'Patch the mail gateway', folder: it.id, task_date: today })
for (let at = 0; at < 6; at += 1)
  await api.post('task-templates/', {
    name: `Inspect branch ${at + 1}`,
    folder: retail.id,
    task_date: day(1),
  })
await api.post('task-templates/', { name: 'Return the old tokens', folder: it.id, task_date: day(-1) })

const cell = (page, date) => page.locator(`[role="gridcell"][data-day="${date}"]`)

test('a month shows what is due, and what is overdue says so', async ({ page }) => {
  await page.goto('/calendar')
  await settled(page)
  await accessible(page)
  await cell(page, today).getByRole('link', { name: 'Patch the mail gateway' }).waitFor()
  const late = cell(page, day(-1)).getByRole('link', { name: /Return the old tokens/ })
  await late.getByRole('img', { name: 'Overdue' }).waitFor()
  await cell(page, day(1)).getByRole('button', { name: '3 more' }).click()
  await page.getByRole('link', { name: /Inspect branch 6/ }).waitFor()
  assert.match(page.url(), /view=list/)
  await accessible(page)
  await page.getByRole('link', { name: /Inspect branch 6/ }).click()
  await page.getByRole('heading', { level: 1, name: /Inspect branch 6/ }).waitFor()
})

test('keys move through the days and change the view', async ({ page }) => {
  await page.goto('/calendar')
  await settled(page)
  await page.keyboard.press('ArrowRight')
  await becomes(() => new URL(page.url()).searchParams.get('date'), day(1))
  await page.keyboard.press('ArrowDown')
  await becomes(() => new URL(page.url()).searchParams.get('date'), day(8))
  await cell(page, day(8)).and(page.locator('[aria-selected="true"]')).waitFor()
  await page.keyboard.press('t')
  await becomes(() => new URL(page.url()).searchParams.get('date'), null)
  await page.keyboard.press('w')
  await becomes(() => page.getByRole('gridcell').count(), 7)
  await accessible(page)
  await cell(page, today).focus()
  await page.keyboard.press('ArrowLeft')
  await becomes(() => page.evaluate(() => document.activeElement.dataset.day), day(-1))
  await page.keyboard.press('l')
  await page.getByRole('button', { name: 'List', pressed: true }).waitFor()
  await page.keyboard.press('m')
  await becomes(async () => (await page.getByRole('gridcell').count()) >= 28, true)
})

test('kinds and the domain narrow it', async ({ page }) => {
  await page.goto(`/calendar?domain=${it.id}`)
  await settled(page)
  await cell(page, today).getByRole('link', { name: 'Patch the mail gateway' }).waitFor()
  assert.equal(await page.getByRole('link', { name: /Inspect branch/ }).count(), 0)
  const kinds = page.getByRole('group', { name: 'Kinds' })
  await kinds.getByRole('button', { name: /^Evidence/ }).click()
  await becomes(() => page.getByRole('link', { name: 'Patch the mail gateway' }).count(), 0)
  await page.getByRole('link', { name: /Backup restore protocol/ }).waitFor()
  assert.match(page.url(), /kinds=evidences/)
})

test('weeks begin on Sunday in America', { language: 'en-US' }, async ({ page }) => {
  await page.goto('/calendar')
  await settled(page)
  await becomes(() => page.getByRole('columnheader').first().textContent(), 'Sun')
})

test('a phone shows the list', { narrow: true, dark: true }, async ({ page }) => {
  await page.goto('/calendar')
  await settled(page)
  assert.equal(await page.getByRole('grid').count(), 0)
  await page.getByRole('link', { name: /Patch the mail gateway/ }).waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Later' }).click()
  await becomes(() => page.getByRole('link', { name: /Patch the mail gateway/ }).count(), 0)
})

test('a calendar program can subscribe, until the link is revoked', async ({ page }) => {
  await page.goto('/calendar')
  await settled(page)
  await page.getByRole('button', { name: 'Subscribe in calendar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Phone')
  await dialog.getByRole('radio', { name: 'Everything I have access to' }).check()
  await dialog.getByRole('radio', { name: 'At a time of day' }).check()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByRole('status', { name: 'Calendar link' }).textContent()
  await accessible(page)
  const answer = await fetch(link)
  assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8')
  assert.match(await answer.text(), /SUMMARY:Patch the mail gateway/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.getByRole('button', { name: 'Close anyway' }).click()
  await page.goto('/profile?tab=tokens')
  const line = page.getByRole('listitem').filter({ hasText: 'Phone' })
  await line.getByText('Calendar feed').waitFor()
  await line.getByRole('button', { name: 'Revoke Phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await becomes(async () => (await fetch(link)).status, 404)
})
