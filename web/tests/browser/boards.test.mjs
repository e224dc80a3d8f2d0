// Boards and the timeline: status is changed with the mouse and with the keyboard, and changed back.
import { countShift } from './support/shift.mjs'
import { accessible, assert, eventually, settled, site } from './support.mjs'

const { test, api } = await site()

const control = async name => (await api.get(`applied-controls/?name=${encodeURIComponent(name)}`)).results[0]
const column = (page, name) => page.getByRole('region', { name: new RegExp(`^${name}, `) })
const card = (page, name) => page.locator('[data-card]').filter({ hasText: name })
const statusIs = (name, status) => eventually(async () => (await control(name)).status === status)

for (const [address, dark] of [
  ['/applied-controls?layout=board', false],
  ['/applied-controls?layout=timeline', true],
  ['/findings?layout=board', true],
]) {
  test(`${address} is accessible`, { dark }, async ({ page }) => {
    await page.goto(address)
    await settled(page)
    await accessible(page)
  })
}

for (const narrow of [false, true])
  test(`boards do not jump while their cards come${narrow ? ', on a phone' : ''}`, { narrow }, async ({
    page,
  }) => {
    const shift = await countShift(page)
    for (const address of ['/applied-controls?layout=board', '/findings?layout=board']) {
      await page.goto(address)
      await settled(page)
      await page.locator('[data-card]').first().waitFor()
      const shifted = await shift()
      assert.ok(shifted < 0.05, `${address} shifted by ${shifted}`)
    }
  })

test('a card is dragged to another column, and undo takes it back with all that changed', async ({
  page,
}) => {
  const name = 'Multi-factor authentication'
  const before = await control(name)
  await page.setViewportSize({ width: 1700, height: 800 })
  await page.goto('/applied-controls?layout=board')
  await settled(page)
  await card(page, name).dragTo(column(page, 'Active'), { targetPosition: { x: 100, y: 200 } })
  await column(page, 'Active').getByText(name).waitFor()
  await statusIs(name, 'active')
  assert.equal((await control(name)).progress_field, 100, 'the server says that what is active is done')
  await page.getByRole('button', { name: 'Undo' }).click()
  await column(page, 'To do').getByText(name).waitFor()
  await statusIs(name, 'to_do')
  assert.equal((await control(name)).progress_field, before.progress_field)
})

test('with the keyboard: arrows go from card to card, Shift takes the card along and keeps the focus', async ({
  page,
}) => {
  await page.goto('/applied-controls?layout=board')
  await settled(page)
  const first = column(page, 'To do').locator('[data-title]').first()
  const name = await first.textContent()
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await eventually(async () => (await page.evaluate(() => document.activeElement.textContent)) !== name)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowRight')
  await column(page, 'In progress').getByText(name).waitFor()
  await statusIs(name, 'in_progress')
  await eventually(async () => (await page.evaluate(() => document.activeElement.textContent)) === name)
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Move to To do' }).click()
  await statusIs(name, 'to_do')
})

test('a card that someone else moved meanwhile stays where they put it, and it is said', async ({ page }) => {
  const name = 'Encrypted backups'
  const row = await control(name)
  await page.goto('/applied-controls?layout=board')
  await settled(page)
  await api.patch(`applied-controls/${row.id}/`, { status: 'on_hold' })
  await card(page, name).locator('[data-title]').focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.getByText(/Someone else just moved/).waitFor()
  await column(page, 'On hold').getByText(name).waitFor()
  assert.equal((await control(name)).status, 'on_hold')
  await api.patch(`applied-controls/${row.id}/`, { status: row.status })
})

test('a long column is loaded as it is looked at, and counts what is not', async ({ page }) => {
  const folder = (await control('Encrypted backups')).folder.id
  const made = []
  for (let at = 0; at < 90; at += 1) {
    const body = { name: `Group ${at}`, folder, status: 'degraded', priority: 4 }
    made.push((await api.post('applied-controls/', body)).id)
  }
  await page.goto('/applied-controls?layout=board')
  await settled(page)
  const degraded = page.locator('[data-column="degraded"]')
  await eventually(async () => /, 91$/.test(await degraded.getAttribute('aria-label')))
  assert.ok((await degraded.locator('[data-card]').count()) < 91)
  await eventually(async () => {
    await degraded.locator('ul > li').last().scrollIntoViewIfNeeded()
    return (await degraded.locator('[data-card]').count()) === 91
  })
  await api.post('applied-controls/batch-action/', { action: 'delete', ids: made })
})

test('findings are moved on a phone with the menu of the card', { narrow: true }, async ({ page }) => {
  const finding = (await api.get('findings/?name=Default%20password%20on%20printer')).results[0]
  await page.goto('/findings?layout=board')
  await settled(page)
  await page.getByRole('button', { name: `Actions for ${finding.name}` }).click()
  await page.getByRole('menuitem', { name: 'Move to Confirmed' }).click()
  await eventually(async () => (await api.get(`findings/${finding.id}/`)).status === 'confirmed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await api.get(`findings/${finding.id}/`)).status === 'identified')
})

test('the timeline tells what is late in words, and goes on and back in time', async ({ page }) => {
  await page.goto('/applied-controls?layout=timeline')
  await settled(page)
  const line = page.getByRole('listitem').filter({ hasText: 'Multi-factor authentication' })
  await line.getByText(/40 days late/).waitFor({ state: 'attached' })
  const first = await page.getByRole('status').first().textContent()
  await page.getByRole('button', { name: 'Later' }).click()
  await eventually(async () => (await page.getByRole('status').first().textContent()) !== first)
  assert.match(page.url(), /from=\d{4}-\d\d-01/)
  await page.getByRole('button', { name: 'Today' }).click()
  await eventually(async () => (await page.getByRole('status').first().textContent()) === first)
})
