// Settings > Feature flags and General settings.
import { accessible, assert, becomes, eventually, settled, site } from './support.mjs'

const { test, api } = await site()

test('every flag of the server is shown with an explanation', async ({ page }) => {
  await page.goto('/settings/feature-flags')
  await settled(page)
  const flags = Object.keys(await api.get('settings/feature-flags/'))
  await becomes(() => page.getByRole('switch').count(), flags.length)
  assert.equal(await page.getByText('No description available').count(), 0)
  await accessible(page)
})

test('a flag is switched on, stays so, and can be taken back', async ({ page }) => {
  await page.goto('/settings/feature-flags?search=webhooks')
  const flag = page.getByRole('switch', { name: 'Outgoing webhooks' })
  await flag.click()
  await page.getByText('Outgoing webhooks turned on').waitFor()
  assert.equal((await api.get('settings/feature-flags/')).outgoing_webhooks, true)
  await page.getByText('off by default').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await api.get('settings/feature-flags/')).outgoing_webhooks === false)
  await becomes(() => flag.getAttribute('aria-checked'), 'false')
})

test('a refused switch goes back and says why', { refused: [403] }, async ({ page }) => {
  await page.route('**/api/settings/feature-flags/', (route, request) =>
    request.method() === 'PATCH'
      ? route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'x', title: 'No', status: 403, detail: 'Not you.' }),
        })
      : route.fallback(),
  )
  await page.goto('/settings/feature-flags?search=comments')
  const flag = page.getByRole('switch', { name: 'Comments' })
  const before = await flag.getAttribute('aria-checked')
  await flag.click()
  await page.getByText('Not you.').waitFor()
  await becomes(() => flag.getAttribute('aria-checked'), before)
})

test('general settings are saved together, and a mistake is shown on its field', { refused: [400] }, async ({
  page,
}) => {
  await page.goto('/settings/general')
  await settled(page)
  const all = Object.keys(await api.get('settings/general/'))
  const controls = await page
    .locator('main form')
    .locator('input:not([aria-hidden]), select, [role="switch"]')
    .count()
  assert.equal(controls, all.length)
  await page.getByLabel('Currency').fill('far too long for one')
  await page.getByRole('switch', { name: 'Allow tokens that never expire' }).click()
  await page.getByText('2 unsaved changes').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a currency symbol or code').waitFor()
  await accessible(page)
  await page.getByLabel('Currency').fill('CHF')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Saved').waitFor()
  const stored = await api.get('settings/general/')
  assert.equal(stored.currency, 'CHF')
  assert.equal(stored.allow_unlimited_tokens, true)
})

test('leaving with unsaved settings asks first', async ({ page }) => {
  await page.goto('/settings/general')
  await page.getByLabel('Daily rate').fill('640')
  await page.getByRole('link', { name: 'Feature flags' }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  assert.equal(await page.getByLabel('Daily rate').inputValue(), '640')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('link', { name: 'Feature flags' }).click()
  await page.getByRole('heading', { name: 'Feature flags' }).waitFor()
})

test('on a phone in the dark everything is there', { narrow: true, dark: true, language: 'fr-FR' }, async ({
  page,
}) => {
  for (const address of ['/settings/feature-flags', '/settings/general']) {
    await page.goto(address)
    await settled(page)
    await accessible(page)
    const wide = await page.evaluate(() => document.querySelector('main').scrollWidth > innerWidth)
    assert.equal(wide, false, `${address} is wider than the screen`)
  }
})
