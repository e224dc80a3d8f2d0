// The keyboard alone: everything is reached and seen, nothing holds the focus or loses it, and work gets done.
import { handMadePlaces, resourcePlaces } from './support/places.mjs'
import { focused, tabTo, walk } from './support/walk.mjs'
import { assert, eventually, now, onTheWall, settled, site } from './support.mjs'

const { test, api } = await site()
const endpoint = await api.post('webhooks/endpoints/', {
  name: 'Ticket system',
  url: 'https://hooks.example/cairn',
  event_types: ['asset.created'],
})
await api.patch('settings/feature-flags/', { outgoing_webhooks: true })
const first = async (path, search) => (await api.get(`${path}/?limit=1&search=${search}`)).results[0]
const control = name => first('applied-controls', encodeURIComponent(name))

/** One page of each kind: those made by hand, and the generic ones of a resource with every kind of field. */
async function places() {
  const asset = await first('assets', 'Core')
  const { id: finding } = await first('findings', 'TLS')
  const generic = (await resourcePlaces(api)).filter(
    ({ resource, kind }) =>
      ['assets', 'evidences', 'users', 'user-groups', 'teams'].includes(resource) ||
      (['roles', 'log-entries'].includes(resource) && kind === 'item') ||
      (['folders', 'proposals', 'permissions', 'asset-class'].includes(resource) && kind === 'list'),
  )
  const tabs = ['assets.parent_assets', 'applied-controls.assets', 'findings.asset', 'history']
  return [
    ...(await handMadePlaces(api)),
    ...generic,
    ...tabs.map(tab => ({ address: `/assets/${asset.id}?tab=${tab}` })),
    { address: `/findings/${finding}` },
    { address: `/webhooks/endpoints/${endpoint.id}` },
    { address: `/webhooks/endpoints/${endpoint.id}/edit` },
    { address: '/profile?tab=tokens' },
    { address: '/profile?tab=security' },
  ].map(place => place.address)
}

/** Goes there as a click would, without loading everything anew. Some pages lead on to another one at once. */
async function go(page, address) {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await settled(page)
}

/** Where the focus is, as a selector that it matches. */
const focusIsIn = (page, selector) =>
  eventually(() => page.evaluate(within => !!document.activeElement.closest(within), selector))
const isFocused = (page, name) =>
  eventually(async () => {
    assert.equal(await focused(page), name)
    return true
  })
/** The first row of a list has the focus, after that of the toolbar. */
async function toRows(page) {
  await tabTo(page, 'Export')
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement.matches('[data-row]'))) return
  }
  throw new Error('no row was reached')
}

const all = await places()
test(`Tab reaches everything on ${all.length} pages, and always shows where it is`, async ({ page }) => {
  await page.goto('/')
  await settled(page)
  const top = await walk(page, { from: null, within: 'body' })
  assert.deepEqual(top.faults, [])
  assert.equal(top.stops[0], 'a “Skip to content”')
  const wrong = []
  for (const address of all) {
    await go(page, address)
    let { faults, stops } = await walk(page)
    // Something may have come after the walk had passed; it must be found on a second one.
    if (faults.length > 0) {
      await settled(page)
      ;({ faults, stops } = await walk(page))
    }
    if (stops.length === 0) wrong.push(`${address}: nothing was reached`)
    wrong.push(...faults.map(fault => `${address}: ${fault}`))
  }
  assert.deepEqual(wrong, [])
})

test('what opens closes with Escape, keeps the focus meanwhile and gives it back', async ({ page }) => {
  const { id } = await first('assets', 'Core')
  const opened = [
    ['/assets', 'Domain: All domains'],
    ['/assets', 'View as of a date'],
    ['/assets', /^Search or jump/],
    ['/assets', 'AAccount: admin@fjord.example'],
    ['/assets', 'Filter'],
    ['/assets', 'Views'],
    ['/assets', 'Columns'],
    ['/assets', 'Export'],
    ['/assets/new', 'Domain'],
    [`/assets/${id}`, 'More'],
    ['/profile?tab=tokens', 'New token'],
    ['/role-assignments', 'Assign role'],
  ]
  await page.goto('/')
  for (const [address, name] of opened) {
    await go(page, address)
    await page.evaluate(() => document.activeElement.blur())
    await tabTo(page, name)
    const opener = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.press('Enter')
    const panel = 'dialog[open],[role="dialog"],[role="menu"],[data-radix-popper-content-wrapper]'
    await page.locator(panel).first().waitFor()
    await focusIsIn(page, panel)
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      const left = await page.evaluate(
        within => document.activeElement !== document.body && !document.activeElement.closest(within),
        panel,
      )
      assert.equal(left, false, `${name} on ${address} let the focus out to ${await focused(page)}`)
    }
    await page.keyboard.press('Escape')
    await page.locator(panel).first().waitFor({ state: 'detached' })
    await eventually(() => opener.evaluate(element => element === document.activeElement))
  }
})

test('Escape leads back to the list as it was, and never past something typed', async ({ page }) => {
  const back = '/applied-controls?status=to_do,in_progress'
  const inList = () => eventually(() => decodeURIComponent(page.url()).endsWith(back))
  await page.goto(back)
  await settled(page)
  const rows = page.locator('[data-row]')
  const [one, other] = await Promise.all([0, 1].map(at => rows.nth(at).getAttribute('aria-label')))
  await rows.nth(0).focus()
  await page.keyboard.press('x')
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: one }).waitFor()
  await page.getByText(/^1 of /).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { level: 1, name: other }).waitFor()
  await settled(page)
  // A menu closes first, a comment keeps its words, and leaving it unsent is asked about.
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  const comment = page.getByRole('textbox', { name: /comment/i })
  await comment.fill('Half a sentence')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const asked = page.getByRole('dialog', { name: /unsaved/i })
  await asked.waitFor()
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
  assert.equal(await comment.inputValue(), 'Half a sentence')
  await comment.fill('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await inList()
  // From a form to the record, and from a record that was opened by its link to its list.
  const { id } = await control(other)
  await page.goto(`/applied-controls/${id}/edit`)
  await settled(page)
  await page.evaluate(() => document.activeElement.blur())
  await page.keyboard.press('Escape')
  await eventually(() => page.url().endsWith(`/applied-controls/${id}`))
  await page.goto(`/findings/${(await first('findings', 'TLS')).id}`)
  await settled(page)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1, name: 'Findings' }).waitFor()
})

test('the menu of a row opens on its key, and what it opens leads back to the row', async ({ page }) => {
  await api.post('assets/', { name: 'Zeppelin', folder: (await first('assets', 'Core')).folder.id })
  await page.goto('/assets?ordering=-name')
  await settled(page)
  await toRows(page)
  assert.equal(await focused(page), 'Zeppelin')
  await page.keyboard.press('ContextMenu')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await isFocused(page, 'Zeppelin')

  const remove = async () => {
    const item = page.getByRole('menuitem', { name: 'Delete' })
    // A browser that is busy drops the key now and then; a person presses it again.
    for (let tries = 0; tries < 3 && !(await item.isVisible()); tries++) {
      await page.keyboard.press('Shift+F10')
      await item.waitFor({ timeout: 3000 }).catch(() => {})
    }
    await item.waitFor()
    await page.keyboard.press('End')
    await isFocused(page, 'Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', disabled: false }).waitFor()
  }
  await remove()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await isFocused(page, 'Zeppelin')
  await remove()
  await tabTo(page, 'Delete')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Zeppelin' }).waitFor({ state: 'detached' })
  await focusIsIn(page, '[data-row]')
  // One step on the row that took its place, and the arrows go on.
  await page.keyboard.press('ArrowDown')
  await focusIsIn(page, '[data-row="1"]')
})

test('after a delete from its page the focus is on the list', async ({ page }) => {
  const made = await api.post('assets/', {
    name: 'Airship',
    folder: (await first('assets', 'Core')).folder.id,
  })
  await page.goto(`/assets/${made.id}`)
  await settled(page)
  await tabTo(page, 'More')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  await page.keyboard.press('End')
  await isFocused(page, 'Delete')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', disabled: false }).waitFor()
  await tabTo(page, 'Delete')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor()
  await focusIsIn(page, 'main')
})

test('a page that is gone to has the focus, from the navigation and from the palette', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  await tabTo(page, 'Domains')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor()
  await focusIsIn(page, 'main')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('evidence')
  await page.getByRole('option', { name: /^Evidence Controls & evidence/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Evidence' }).waitFor()
  await focusIsIn(page, 'main')
})

test('an asset is made from Ctrl-K, with a domain from the tree and a parent from the picker', async ({
  page,
}) => {
  await page.goto('/')
  await settled(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('new asset')
  await page.getByRole('option', { name: 'New asset', exact: true, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'New asset' }).waitFor()
  await isFocused(page, 'Name')
  await page.keyboard.type('Night safe')
  await tabTo(page, 'Domain')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Search domains' }).waitFor()
  await page.keyboard.type('retail')
  await page.getByRole('option', { name: 'Retail banking' }).waitFor()
  await page.keyboard.press('Enter')
  await isFocused(page, 'Domain')
  await tabTo(page, 'Supports')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Search assets' }).waitFor()
  await page.keyboard.type('card pay')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove Card payments' }).waitFor()
  await page.keyboard.press('Escape')
  await isFocused(page, 'Supports')
  // The choice is taken back and made again: the focus stays in the form.
  await tabTo(page, 'Remove Card payments', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove Card payments' }).waitFor({ state: 'detached' })
  await focusIsIn(page, 'form')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: 'Night safe' }).waitFor()
  await focusIsIn(page, 'main')
  const made = await first('assets', 'Night')
  assert.equal(made.folder.str.endsWith('Retail banking'), true)
})

test('a status is changed in its cell and taken back, without leaving the row', async ({ page }) => {
  await page.goto('/applied-controls?ordering=name')
  await settled(page)
  await toRows(page)
  const name = await focused(page)
  const before = (await control(name)).status
  await page.keyboard.press('e')
  await isFocused(page, 'Edit Reference')
  await page.keyboard.press('Tab')
  await isFocused(page, 'Edit Name')
  await page.keyboard.press('Shift+Tab')
  await isFocused(page, 'Edit Reference')
  await tabTo(page, 'Edit Status')
  await page.keyboard.type('Deg')
  await page.keyboard.press('Enter')
  await eventually(async () => (await control(name)).status === 'degraded')
  await isFocused(page, name)
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.keyboard.press('Control+z')
  await eventually(async () => (await control(name)).status === before)
  await isFocused(page, name)
})

test('rows are selected and changed together, and the focus comes back to the list', async ({ page }) => {
  await page.goto('/applied-controls?ordering=name')
  await settled(page)
  await toRows(page)
  const names = [await focused(page)]
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  names.push(await focused(page))
  await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
  await tabTo(page, 'Edit …')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Priority' }).waitFor()
  await page.keyboard.type('Pri')
  await isFocused(page, 'Priority')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').waitFor()
  await focusIsIn(page, 'dialog select')
  await page.keyboard.type('P3')
  await tabTo(page, 'Apply')
  await page.keyboard.press('Enter')
  for (const name of names) await eventually(async () => (await control(name)).priority === 3)
  await page.getByRole('toolbar').waitFor({ state: 'detached' })
  await focusIsIn(page, '[data-row]')
})

test('a finding goes from column to column', async ({ page }) => {
  await page.goto('/findings?layout=board')
  await settled(page)
  await tabTo(page, 'Backups not tested since spring')
  await page.keyboard.press('ArrowDown')
  await isFocused(page, 'Default password on printer')
  await page.keyboard.press('Shift+ArrowRight')
  const status = async () => (await first('findings', 'printer')).status
  await eventually(async () => (await status()) === 'confirmed')
  await isFocused(page, 'Default password on printer')
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Move to Identified' }).waitFor()
  await page.keyboard.type('Move to Id')
  await isFocused(page, 'Move to Identified')
  await page.keyboard.press('Enter')
  await eventually(async () => (await status()) === 'identified')
  await isFocused(page, 'Default password on printer')
})

test('the past is left, and the focus goes to the page', async ({ page }) => {
  await page.goto('/assets')
  await settled(page)
  await tabTo(page, 'View as of a date')
  await page.keyboard.press('Enter')
  await page.getByLabel('Date and time').waitFor()
  const minute = onTheWall(now() - 3_600_000).slice(0, 16)
  await page.getByLabel('Date and time').fill(`${minute}:59`)
  await page.keyboard.press('Escape')
  await isFocused(page, 'View as of a date')
  await go(page, `/assets?as_of=${encodeURIComponent(new Date(now()).toISOString())}`)
  await tabTo(page, 'Back to now')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Back to now' }).waitFor({ state: 'detached' })
  await focusIsIn(page, '#content')
})

test('a role is made with the matrix', async ({ page }) => {
  await page.goto('/roles/new')
  await isFocused(page, 'Name')
  await page.keyboard.type('Night watch')
  await tabTo(page, 'All')
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  const row = (await focused(page)).split(':')[0]
  assert.ok(row, 'a cell of the matrix has the focus')
  await tabTo(page, 'Create role')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Night watch' }).waitFor()
  await focusIsIn(page, 'main')
})

test('a file is handed in', async ({ page }) => {
  const { id } = await first('evidences', 'Screenshot')
  // The browser is told to hand file choosers over when someone first listens, which takes a moment.
  page.on('filechooser', () => {})
  await page.goto(`/evidences/${id}`)
  await settled(page)
  await tabTo(page, 'choose files')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
  await chooser.setFiles({
    name: 'rules.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('deny all'),
  })
  await page.getByText('deny all').waitFor()
})
