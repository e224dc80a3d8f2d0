// Ten thousand rows: only those in sight are drawn and fetched, and all can be reached.
import { assert, eventually, settled, site } from './support.mjs'

const TURNS = 20
const { test } = await site({ rows: 10_000 })

test('a list of ten thousand is scrolled, jumped through and selected from', async ({ page, log }) => {
  await page.goto('/assets?ordering=name')
  await page.getByText('10,010 records').waitFor()
  await settled(page)
  const grid = page.getByRole('grid')
  assert.equal(await grid.getAttribute('aria-rowcount'), '10011')
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
  await page.keyboard.press('Space')
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
  await page.keyboard.press('Home')
  await page.getByRole('row', { name: /^Archive of signed/ }).waitFor()
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor()

  const pages = log.requests.filter(request => /\/api\/assets\/\?.*limit=200/.test(request.url))
  assert.ok(pages.length < 25, `${pages.length} pages were fetched of 51`)
})
