// The frame around every page: navigation, palette, domain, theme, language, narrow screens.
import { accessible, assert, becomes, eventually, hold, settled, site } from './support.mjs'

const { test, api, url } = await site()
const domains = (await api.get('folders/')).results
const domain = name => domains.find(folder => folder.name === name).id
const nav = page => page.getByRole('navigation', { name: 'Main' })
const address = page => page.url().slice(url.length)

const settings = page => page.getByRole('navigation', { name: 'Settings' })
const hrefs = links => links.evaluateAll(all => all.map(link => link.getAttribute('href').split('?')[0]))
/** Opens a module, unless it is open. */
async function openModule(page, name) {
  const button = nav(page).getByRole('button', { name, exact: true })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}

test('the navigation leads to every listed resource and says where one is', async ({ page }) => {
  const model = await api.get('model/')
  await page.goto('/')
  await settled(page)
  const links = new Set()
  for (const module of model.modules.filter(module => !module.settings)) {
    const closed = nav(page).getByRole('button', { name: module.label, exact: true })
    if (await closed.count()) await openModule(page, module.label)
    for (const to of await hrefs(nav(page).getByRole('link'))) links.add(to)
    // One module is open at a time.
    await eventually(async () => (await nav(page).locator('[aria-expanded=true]').count()) <= 1)
  }
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await accessible(page)
  for (const to of await hrefs(settings(page).getByRole('link'))) links.add(to)
  const listed = Object.values(model.resources).filter(resource => resource.listed)
  assert.deepEqual(
    listed
      .filter(resource => !resource.beside)
      .map(resource => `/${resource.path}`)
      .filter(path => !links.has(path)),
    [],
  )
  // What is beside another list is a tab there. The library page has no tabs: it shows what is loaded, and frameworks
  // show their mappings.
  for (const resource of listed.filter(one => one.beside && one.beside !== 'stored-libraries')) {
    await page.goto(`/${resource.beside}`)
    await settled(page)
    const tabs = page.getByRole('navigation', { name: 'Related lists' })
    assert.ok((await hrefs(tabs.getByRole('link'))).includes(`/${resource.path}`), resource.path)
  }
  await openModule(page, 'Controls & evidence')
  await nav(page).getByRole('link', { name: 'Applied controls' }).click()
  await page.getByRole('heading', { level: 1, name: 'Applied controls' }).waitFor()
  await becomes(() => nav(page).locator('[aria-current=page]').innerText(), 'Applied controls')
  await becomes(() => page.title(), 'Applied controls · Cairn')
})

test('tabs lead from a list to what stands beside it, and the navigation stays', async ({ page }) => {
  await page.goto('/evidences')
  await settled(page)
  await page
    .getByRole('navigation', { name: 'Related lists' })
    .getByRole('link', { name: /revisions/i })
    .click()
  await page.getByRole('heading', { level: 1, name: /revisions/i }).waitFor()
  await becomes(() => nav(page).locator('[aria-current=page]').getAttribute('href'), '/evidences')
  await accessible(page)
})

test('the settings have their own navigation, and a way back to where one was', async ({ page }) => {
  await page.goto('/assets')
  await settled(page)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await settings(page).getByRole('link', { name: 'Roles', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor()
  assert.equal(await nav(page).count(), 0)
  await becomes(() => settings(page).locator('[aria-current=page]').innerText(), 'Roles')
  await settings(page).getByRole('link', { name: 'Back from settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor()
  await nav(page).waitFor()
})

test('a module that one opens or closes stays so, and going somewhere opens its own', async ({ page }) => {
  await page.goto('/evidences')
  await settled(page)
  const controls = nav(page).getByRole('button', { name: 'Controls & evidence' })
  await eventually(async () => (await controls.getAttribute('aria-expanded')) === 'true')
  await controls.click()
  await page.reload()
  await settled(page)
  assert.equal(await controls.getAttribute('aria-expanded'), 'false')
  await page.goto('/findings')
  await settled(page)
  const compliance = nav(page).getByRole('button', { name: 'Compliance' })
  await eventually(async () => (await compliance.getAttribute('aria-expanded')) === 'true')
})

test('pages are pinned and unpinned, and remembered as recent', async ({ page }) => {
  const section = name => nav(page).getByRole('region', { name })
  const asset = (await api.get('assets/?search=A-001')).results[0]
  await page.goto(`/assets/${asset.id}`)
  await page.getByRole('heading', { level: 1, name: 'Card payments' }).waitFor()
  await page.getByRole('button', { name: 'Pin to navigation' }).click()
  await section('Pinned').getByRole('link', { name: 'Card payments' }).waitFor()
  await eventually(async () => (await api.get('user-preferences/')).ui?.pins?.length === 1)
  await page.goto('/findings')
  await page.getByRole('heading', { level: 1, name: 'Findings' }).waitFor()
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('/findings'))
  await page.goto('/policies')
  await page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor()
  // What is pinned is not shown twice, nor is the page that is shown.
  await section('Recent').getByRole('link', { name: 'Findings', exact: true }).waitFor()
  await becomes(() => hrefs(section('Recent').getByRole('link')), ['/findings'])
  await accessible(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page
    .getByRole('option', { name: /^Findings/ })
    .first()
    .waitFor()
  await page.keyboard.type('pin this')
  await page.getByRole('option', { name: 'Pin this page' }).click()
  await section('Pinned').getByRole('link', { name: 'Policies' }).waitFor()
  for (const name of ['Policies', 'Card payments']) {
    await section('Pinned').getByRole('link', { name }).hover()
    await page.getByRole('button', { name: `Unpin ${name}` }).click()
  }
  await eventually(async () => (await section('Pinned').count()) === 0)
  await eventually(async () => (await api.get('user-preferences/')).ui?.pins?.length === 0)
})

test('the navigation folds to icons, which open under the mouse and with Enter', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  await page.keyboard.press('[')
  const rail = nav(page)
  const controls = rail.getByRole('button', { name: 'Controls & evidence' })
  await controls.waitFor()
  assert.equal(Math.round((await page.locator('aside').boundingBox()).width), 56)
  await accessible(page)
  await controls.hover()
  const flyout = page.getByRole('dialog', { name: 'Controls & evidence' })
  await flyout.getByRole('link', { name: 'Evidence', exact: true }).waitFor()
  await accessible(page)
  await page.mouse.move(700, 500)
  await eventually(async () => (await flyout.count()) === 0)
  await controls.focus()
  await page.keyboard.press('Enter')
  await flyout.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor()
  await eventually(async () => (await api.get('user-preferences/')).ui?.rail === true)
  await page.reload()
  await controls.waitFor()
  await page.getByRole('button', { name: 'Expand navigation' }).click()
  await openModule(page, 'Controls & evidence')
  await nav(page).getByRole('link', { name: 'Policies' }).waitFor()
  // The tests that follow are the same person.
  await eventually(async () => !(await api.get('user-preferences/')).ui?.rail)
})

test('at 1024 the icons stand in for the navigation, which opens over the page', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/assets')
  await settled(page)
  assert.equal(Math.round((await page.locator('aside').boundingBox()).width), 56)
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await accessible(page)
  await page.getByRole('button', { name: 'Expand navigation' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'My work' }).click()
  await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor()
})

test('keys alone go places, show all keys, and can be switched off', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByText('Collapse or expand navigation').waitFor()
  await accessible(page)
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await eventually(async () => (await api.get('user-preferences/')).ui?.keys === false)
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('button', { name: /^Account/ }).click()
  assert.equal(address(page), '/assets')
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.getByRole('menuitem', { name: /Keyboard shortcuts/ }).click()
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await eventually(async () => (await dialog.count()) === 0)
  // What is typed is typed.
  await page
    .getByRole('searchbox')
    .or(page.getByLabel(/^Search assets/))
    .first()
    .focus()
  await page.keyboard.type('g h?')
  assert.match(address(page), /^\/assets/)
})

test('objects of a list are gone through one after the other', async ({ page }) => {
  await page.goto('/assets?ordering=name')
  const first = (await api.get('assets/?ordering=name&limit=3')).results
  await page.getByRole('link', { name: first[0].name, exact: true }).click()
  await page.getByText(/^1 of /).waitFor()
  await eventually(() => page.getByRole('button', { name: 'Previous record' }).isDisabled())
  await page.getByRole('button', { name: 'Next record' }).click()
  await page.getByRole('heading', { level: 1, name: first[1].name }).waitFor()
  await page.getByText(/^2 of /).waitFor()
  await accessible(page)
  await page.keyboard.press('j')
  await page.getByRole('heading', { level: 1, name: first[2].name }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { level: 1, name: first[1].name }).waitFor()
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
  await page.keyboard.type('asset: hsm')
  await palette.getByRole('option', { name: /HSM cluster/ }).waitFor()
  // It is found among recent pages too, before all words are typed.
  await eventually(async () => (await palette.getByRole('option', { name: /Finding/ }).count()) === 0)
  await page.getByRole('dialog').getByRole('combobox').fill('')
  await palette.getByRole('button', { name: 'finding:' }).click()
  await palette.getByRole('option', { name: 'New finding', exact: true }).waitFor()
  await accessible(page)
  await page.getByRole('dialog').getByRole('combobox').fill('new')
  const model = await api.get('model/')
  const creatable = Object.values(model.resources).filter(one => one.listed && one.permissions.add)
  await eventually(
    async () => (await palette.getByRole('option', { name: /^New / }).count()) >= creatable.length,
  )
  await page.keyboard.press('Escape')

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
  await openModule(page, 'Controls & evidence')
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
  await becomes(() => page.locator('html').getAttribute('lang'), 'fr')
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
  await openModule(page, 'Compliance')
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
