// The frame around every page: navigation, palette, domain, theme, language, narrow screens.
import { accessible, assert, eventually, hold, settled, site } from './support.mjs'

const { test, api, url } = await site()
const domains = (await api.get('folders/')).results
const domain = name => domains.find(folder => folder.name === name).id
const nav = page => page.getByRole('navigation', { name: 'Main' })
const address = page => page.url().slice(url.length)

test('the navigation shows every listed resource and says where one is', async ({ page }) => {
  const model = await api.get('model/')
  await page.goto('/')
  await settled(page)
  const links = await nav(page)
    .getByRole('link')
    .evaluateAll(all => all.map(link => link.getAttribute('href')))
  const listed = Object.values(model.resources).filter(resource => resource.listed)
  assert.deepEqual(
    listed.map(resource => `/${resource.path}`).filter(path => !links.includes(path)),
    [],
  )
  await nav(page).getByRole('link', { name: 'Applied controls' }).click()
  await page.getByRole('heading', { level: 1, name: 'Applied controls' }).waitFor()
  assert.equal(await nav(page).locator('[aria-current=page]').innerText(), 'Applied controls')
  assert.equal(await page.title(), 'Applied controls · Cairn')
})

test('a link leads to the very tab, and back leads back', async ({ page }) => {
  const asset = (await api.get('assets/?search=A-001')).results[0]
  await page.goto(`/assets/${asset.id}?tab=applied-controls.assets`)
  await page.getByRole('row', { name: 'Multi-factor authentication' }).waitFor()
  await page.getByRole('link', { name: 'Multi-factor authentication' }).click()
  await page.getByRole('heading', { level: 1, name: 'Multi-factor authentication' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Card payments' }).waitFor()
})

test('an address that leads nowhere says so', { refused: [404] }, async ({ page }) => {
  for (const nowhere of ['/nowhere', '/assets/00000000-0000-0000-0000-000000000000']) {
    await page.goto(nowhere)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await accessible(page)
  }
})

test('Enter in the palette waits for what the words find', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  const answer = await hold(page, '**/api/search/**')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('HSM cluster')
  await page.keyboard.press('Enter')
  answer()
  await page.getByRole('heading', { level: 1, name: 'HSM cluster' }).waitFor()
})

test('the palette finds pages, things to do and objects, with the keyboard alone', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').waitFor()
  await page.keyboard.type('hsm')
  await palette.getByRole('option', { name: /HSM cluster/ }).waitFor()
  await accessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'HSM cluster' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('new finding')
  await palette.getByRole('option', { name: 'New finding', exact: true }).click()
  await eventually(() => address(page) === '/findings/new')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('nothing is called this')
  await palette.getByText('No results for').waitFor()
  await page.keyboard.press('Escape')
  await eventually(async () => !(await palette.isVisible()))
})

test('the domain narrows every list, stays from page to page and is in the address', async ({ page }) => {
  await page.goto('/assets')
  await page.getByRole('row', { name: 'HSM cluster' }).waitFor()
  await page.getByRole('button', { name: /^Domain:/ }).click()
  await page.getByRole('combobox', { name: 'Search domains' }).fill('retail')
  await accessible(page)
  await page.keyboard.press('Enter')
  await eventually(() => address(page) === `/assets?domain=${domain('Retail banking')}`)
  // What lies under it counts, what lies beside it does not.
  await page.getByRole('row', { name: 'Card payments' }).waitFor()
  await eventually(async () => (await page.getByRole('row', { name: 'HSM cluster' }).count()) === 0)
  await nav(page).getByRole('link', { name: 'Applied controls' }).click()
  await page
    .getByRole('heading', { name: 'No results' })
    .or(page.getByText(/^No applied controls in .* yet$/))
    .waitFor()
  assert.match(address(page), /domain=/)
  await page.getByRole('link', { name: 'New applied control' }).first().click()
  await page
    .getByRole('button', { name: 'Domain Fjord Bank / Retail banking' })
    .or(page.getByLabel('Domain', { exact: true }).filter({ hasText: 'Retail banking' }))
    .first()
    .waitFor()
})

test('the theme follows the system until one is chosen, and is remembered', { dark: true }, async ({
  page,
}) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await page.goto('/')
  await settled(page)
  assert.equal(await theme(), 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await eventually(async () => (await theme()) === 'light')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Theme' }).click()
  await page.getByRole('menuitem', { name: 'Dark' }).click()
  await eventually(async () => (await theme()) === 'dark')
  await eventually(async () => (await api.get('user-preferences/')).ui?.theme === 'dark')
  await page.reload()
  assert.equal(await theme(), 'dark', 'from the first paint')
  await api.patch('user-preferences/', { ui: {} })
})

test('everything is in French when French is chosen', async ({ page }) => {
  await page.goto('/assets')
  await settled(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('français')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Actifs' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr')
  await page.getByRole('link', { name: /^Créer/ }).waitFor()
  const english = ['Filter', 'Columns', 'Export', 'Views', 'Domains', 'Settings', 'Name']
  const shown = await page.locator('body').innerText()
  assert.deepEqual(
    english.filter(word => new RegExp(`^${word}$`, 'm').test(shown)),
    [],
  )
  await accessible(page)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Actifs' }).waitFor()
  await api.patch('user-preferences/', { lang: 'en' })
})

test('a narrow screen has the navigation behind a button', { narrow: true }, async ({ page }) => {
  await page.goto('/')
  await settled(page)
  assert.ok(!(await nav(page).isVisible()))
  await page.getByRole('button', { name: 'Open menu' }).click()
  await nav(page).getByRole('link', { name: 'Findings', exact: true }).waitFor()
  await accessible(page)
  await nav(page).getByRole('link', { name: 'Findings', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Findings' }).waitFor()
  await eventually(async () => !(await nav(page).isVisible()))
})

test('no page is wider than a narrow screen', { narrow: true }, async ({ page }) => {
  const asset = (await api.get('assets/?search=A-009')).results[0]
  for (const path of ['/', '/assets', `/assets/${asset.id}`, `/assets/${asset.id}/edit`]) {
    await page.goto(path)
    await settled(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(wide <= 390, `${path} is ${wide} pixels wide`)
  }
})

test('the keyboard reaches the content without passing the navigation', async ({ page }) => {
  await page.goto('/assets')
  await settled(page)
  await page.locator('body').focus()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  assert.ok(await page.evaluate(() => document.querySelector('main').contains(document.activeElement)))
})
