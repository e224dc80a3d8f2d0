// The map of assets: drawn, walked with the keyboard, narrowed to surroundings, and told as a list.
import { accessible, assert, becomes, eventually, settled, site } from './support.mjs'

const { test, api } = await site()

const node = (page, name) => page.locator('[data-asset]').filter({ hasText: name })

for (const [address, dark] of [
  ['/assets?layout=map', false],
  ['/assets?layout=map', true],
  ['/assets?layout=map&as=list', false],
]) {
  test(`${address} is accessible${dark ? ' in the dark' : ''}`, { dark }, async ({ page }) => {
    await page.goto(address)
    await settled(page)
    await accessible(page)
  })
}

test('what supports stands right of what it supports, and a click opens it', async ({ page }) => {
  await page.goto('/assets?layout=map')
  await settled(page)
  const [service, system] = [node(page, 'Card payments'), node(page, 'HSM cluster')]
  assert.ok((await service.boundingBox()).x < (await system.boundingBox()).x)
  await system.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'HSM cluster' }).waitFor()
})

test('arrows follow the links and F shows the surroundings, which a link carries', async ({ page }) => {
  await page.goto('/assets?layout=map')
  await settled(page)
  await node(page, 'Card payments').getByRole('link').focus()
  await page.keyboard.press('ArrowRight')
  const there = await page.evaluate(() => document.activeElement.closest('[data-asset]').dataset.asset)
  const asset = await api.get(`assets/${there}/`)
  assert.deepEqual(
    asset.parent_assets.map(parent => parent.str),
    ['Card payments'],
  )
  await page.keyboard.press('f')
  await page.getByText(`Focused on “${asset.name}”`).waitFor()
  await eventually(async () => (await page.locator('[data-asset]').count()) === 2)
  await page.reload()
  await page.getByText(`Focused on “${asset.name}”`).waitFor()
  await page.getByRole('button', { name: 'Show full map' }).click()
  await eventually(async () => (await page.locator('[data-asset]').count()) > 2)
})

test('an asset is gone to by letters of its name', async ({ page }) => {
  await page.goto('/assets?layout=map')
  await settled(page)
  await page.getByRole('button', { name: 'Find an asset' }).click()
  await page.getByRole('combobox', { name: 'Search by name' }).fill('mobile')
  await page.keyboard.press('Enter')
  await page.getByText('Focused on “Mobile app”').waitFor()
})

test('filters leave what matches and what it is linked with', async ({ page }) => {
  await page.goto('/assets?layout=map&search=HSM')
  await settled(page)
  await node(page, 'HSM cluster').waitFor()
  await node(page, 'Card payments').getByText('not in the current filters').waitFor({ state: 'attached' })
  await becomes(() => page.locator('[data-asset]').count(), 2)
})

test('the list says the same in words', async ({ page }) => {
  await page.goto('/assets?layout=map&as=list')
  await settled(page)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Card payments' }) })
  await row.getByRole('link', { name: 'HSM cluster' }).waitFor()
})

test('the page of an asset has its surroundings', { narrow: true }, async ({ page }) => {
  const asset = (await api.get('assets/?name=HSM%20cluster')).results[0]
  await page.goto(`/assets/${asset.id}?tab=map`)
  await settled(page)
  await node(page, 'Card payments').waitFor()
  await accessible(page)
})

test('two hundred assets are drawn without one lying over another', async ({ page }) => {
  const folder = (await api.get('folders/?name=Information%20technology')).results[0].id
  const lines = Array.from({ length: 190 }, (_, at) =>
    at % 10 === 0 ? `PR: Service ${at}` : `${'  '.repeat(1 + (at % 3))}SP: System ${at}`,
  )
  await api.post('assets/batch-create/', { assets_text: lines.join('\n'), folder })
  await page.goto('/assets?layout=map')
  await settled(page)
  const boxes = await page.locator('[data-asset]').evaluateAll(all =>
    all.map(one => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return [x, y, width, height]
    }),
  )
  assert.ok(boxes.length > 190)
  const over = boxes.filter(([x, y, w, h], at) =>
    boxes.some(
      ([a, b, c, d], other) => other > at && x < a + c - 1 && a < x + w - 1 && y < b + d - 1 && b < y + h - 1,
    ),
  )
  assert.deepEqual(over, [])
})
