// Ten thousand rows: only those in sight are drawn and fetched, and all can be reached.
import { accessible, assert, becomes, eventually, field, settled, site } from './support.mjs'

const TURNS = 20
const { test, api } = await site({ rows: 10_000 })

test('a list of ten thousand is scrolled, jumped through and selected from', async ({ page, log }) => {
  await page.goto('/assets?ordering=name')
  await page.getByText('10,010 records').waitFor()
  await settled(page)
  const grid = page.getByRole('grid')
  await becomes(() => grid.getAttribute('aria-rowcount'), '10011')
  assert.ok((await grid.getByRole('row').count()) < 80, 'only what is in sight is in the page')

  // As fast as a person turns the wheel.
  const box = await grid.boundingBox()
  await page.mouse.move(box.x + 300, box.y + 200)
  // What the page itself computes, however busy the machine is.
  const profile = await page.context().newCDPSession(page)
  await profile.send('Performance.enable', { timeDomain: 'threadTicks' })
  const work = async () =>
    (await profile.send('Performance.getMetrics')).metrics.find(one => one.name === 'TaskDuration').value
  const before = await work()
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, 3000)
    await page.waitForTimeout(20)
  }
  await settled(page)
  assert.ok((await grid.getByRole('row').count()) < 80)
  const each = (1000 * ((await work()) - before)) / TURNS
  assert.ok(each < 200, `a turn of the wheel costs ${Math.round(each)} ms`)

  await grid.getByRole('row').nth(10).focus()
  await page.keyboard.press('End')
  await page.getByRole('row', { name: 'Server 10000' }).waitFor()
  await eventually(
    async () =>
      (await page.evaluate(() => document.activeElement.getAttribute('aria-label'))) === 'Server 10000',
  )
  await page.keyboard.press('x')
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
  await page.keyboard.press('Home')
  await page.getByRole('row', { name: /^Archive of signed/ }).waitFor()
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor()

  const pages = log.requests.filter(request => /\/api\/assets\/\?.*limit=200/.test(request.url))
  assert.ok(pages.length < 25, `${pages.length} pages were fetched of 51`)
})

/** Marks all that the list shows, not only what is loaded of it. */
async function selectMatching(page, count) {
  await page.getByText(`${count} records`).waitFor({ timeout: 60_000 })
  await settled(page)
  const all = page.getByRole('checkbox', { name: 'Select all' })
  await all.click()
  await page.getByRole('toolbar', { name: '200 selected' }).waitFor()
  assert.equal(await all.evaluate(box => box.indeterminate), true, 'what is not all does not look like all')
  await accessible(page)
  await page.getByRole('button', { name: `Select all ${count} matching` }).click()
  await page.getByText(`All ${count} selected`).waitFor()
  await eventually(() => all.isChecked())
}

const primary = async () => (await api.get('assets/?name__icontains=Server 09&type=PR&limit=1')).count

test('all that match are changed, not only what is loaded, and back', async ({ page }) => {
  const before = await primary()
  await page.goto('/assets?name__icontains=Server+09')
  await selectMatching(page, '1,000')
  await page.getByRole('toolbar').getByRole('button', { name: 'Edit …' }).click()
  await page.getByRole('menuitem', { name: 'Type', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Type' })
  await dialog.getByText('Applies to 1,000 records.').waitFor()
  await field(dialog, 'Type').selectOption('Primary')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('progressbar').waitFor()
  await page.getByText('1,000 records updated').waitFor({ timeout: 60_000 })
  assert.equal(await primary(), 1000)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone', { exact: true }).waitFor({ timeout: 60_000 })
  assert.equal(await primary(), before)
})

test('a long change is called off, and what is done is counted', async ({ page }) => {
  await page.goto('/assets?name__icontains=Server+09')
  await selectMatching(page, '1,000')
  await page.getByRole('toolbar').getByRole('button', { name: 'Edit …' }).click()
  await page.getByRole('menuitem', { name: 'Type', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Type' })
  await field(dialog, 'Type').selectOption('Primary')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText(/^Updated [1-9]00 of 1,000/).waitFor({ timeout: 60_000 })
  await page.getByRole('toolbar').getByRole('button', { name: 'Cancel' }).click()
  const report = page.getByRole('dialog', { name: /of 1,000 done/ })
  await report.waitFor({ timeout: 60_000 })
  const done = await primary()
  assert.ok(done > 0 && done < 1000)
  await report.getByRole('heading', { name: `${done} of 1,000 done` }).waitFor()
  await report.getByText(`${1000 - done} records weren’t processed.`).waitFor()
  await accessible(page)
})
