// The list of any resource: search, filters, views, columns, order, selection, editing, files, keyboard.
import { readFile } from 'node:fs/promises'
import { accessible, assert, eventually, field, settled, site } from './support.mjs'

const { test, api, url } = await site()
const address = page => decodeURIComponent(page.url().slice(url.length))
const row = (page, name) => page.getByRole('row', { name, exact: true })
const rows = page => page.getByRole('grid').getByRole('row')
const shown = async page => (await rows(page).count()) - 1
const control = async name =>
  (await api.get(`applied-controls/?search=${encodeURIComponent(name)}`)).results.find(
    one => one.name === name,
  )

async function open(page, path = '/applied-controls') {
  await page.goto(path)
  await page.getByRole('grid').waitFor()
  await settled(page)
}

test('what is typed narrows the list and is in the address', async ({ page }) => {
  await open(page)
  assert.equal(await shown(page), 10)
  await page.getByRole('searchbox', { name: 'Search applied controls' }).fill('back')
  await eventually(() => address(page) === '/applied-controls?search=back')
  await eventually(async () => (await shown(page)) === 1)
  await row(page, 'Encrypted backups').waitFor()
  await page.getByRole('searchbox').fill('zzzz')
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await eventually(async () => (await shown(page)) === 10)
  assert.equal(address(page), '/applied-controls')
})

test('filters are found by name, combine, and come back with the link', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Add filter' }).fill('stat')
  await accessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Active' }).check()
  await page.getByRole('checkbox', { name: 'To do' }).check()
  await page.keyboard.press('Escape')
  await eventually(() => /status=(active,to_do|to_do,active)/.test(address(page)))
  const expected = (await api.get('applied-controls/?status=active,to_do')).count
  await eventually(async () => (await shown(page)) === expected)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('option', { name: 'Owner' }).click()
  await page.getByRole('checkbox', { name: /Amadou Diallo/ }).check()
  await page.keyboard.press('Escape')
  await eventually(() => address(page).includes('owner='))
  const link = page.url()
  const both = (await api.get(`applied-controls/${new URL(link).search}`)).count
  assert.ok(both > 0 && both < expected)
  await eventually(async () => (await shown(page)) === both)
  await page.goto('/')
  await page.goto(link)
  await page.getByRole('grid').waitFor()
  await eventually(async () => (await shown(page)) === both)
  await page.getByRole('button', { name: /Owner Amadou Diallo/ }).waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Remove filter Owner' }).click()
  await eventually(async () => (await shown(page)) === expected)
})

test('dates and emptiness are filters too, and a parameter nobody draws still shows', async ({ page }) => {
  await open(page, '/applied-controls?eta__lte=2020-01-01').catch(() => {})
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  await page.getByRole('button', { name: /Implementation due ≤/ }).waitFor()
  await open(page, '/applied-controls?expiry_date__isnull=true')
  await page.getByRole('button', { name: /Expires is empty/ }).waitFor()
  await open(page, '/applied-controls?name__icontains=access')
  assert.equal(await shown(page), 1)
  await page.getByRole('button', { name: /Name “access”/ }).waitFor()
})

test('a view is saved under a name and found again', async ({ page }) => {
  await open(page, '/applied-controls?status=active&ordering=-name')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('textbox', { name: 'View name' }).fill('What works')
  await accessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(async () =>
    (await api.get('user-preferences/')).ui.views?.['applied-controls']?.some(
      view => view.name === 'What works',
    ),
  )
  await open(page)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'What works', exact: true }).click()
  await eventually(() => address(page) === '/applied-controls?status=active&ordering=-name')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Delete view “What works”' }).click()
  await eventually(async () => !(await api.get('user-preferences/')).ui.views['applied-controls'].length)
})

test('columns are chosen, put in order and kept', async ({ page }) => {
  const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).filter(Boolean)
  await open(page)
  assert.deepEqual((await heads()).slice(0, 2), ['Reference', 'Name'])
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Effort' }).check()
  await page.getByRole('checkbox', { name: 'Reference', exact: true }).uncheck()
  await page.getByRole('button', { name: 'Move Effort up' }).click()
  await accessible(page)
  await page.keyboard.press('Escape')
  const chosen = await heads()
  assert.ok(chosen.includes('Effort') && !chosen.includes('Reference'))
  assert.equal(chosen.indexOf('Effort'), chosen.length - 2)
  await eventually(
    async () => (await api.get('user-preferences/')).ui.columns?.['applied-controls'].at(-2) === 'effort',
  )
  await page.reload()
  await page.getByRole('grid').waitFor()
  assert.deepEqual(await heads(), chosen)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset to default' }).click()
  await page.keyboard.press('Escape')
  await eventually(async () => (await heads())[0] === 'Reference')
  await eventually(async () => !(await api.get('user-preferences/')).ui.columns?.['applied-controls'])
})

test('the head of a column sorts, and says so', async ({ page }) => {
  await open(page)
  const first = () => rows(page).nth(1).getAttribute('aria-label')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await eventually(async () => (await first()) === 'Awareness training')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await eventually(async () => (await first()) === 'Supplier due diligence')
  assert.equal(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'), 'descending')
  assert.equal(address(page), '/applied-controls?ordering=-name')
})

test('selected rows change together, and back', async ({ page }) => {
  await open(page)
  await page.getByRole('checkbox', { name: 'Select Incident drill' }).check()
  await page.getByRole('checkbox', { name: 'Select Key ceremony' }).check()
  const bar = page.getByRole('toolbar', { name: '2 selected' })
  await bar.waitFor()
  await accessible(page)
  const before = await Promise.all(['Incident drill', 'Key ceremony'].map(control))
  await bar.getByRole('button', { name: 'Edit …' }).click()
  await page.getByRole('menuitem', { name: 'Status', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Status' })
  await field(dialog, 'Status').selectOption('On hold')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('2 records updated').waitFor()
  for (const { name } of before) assert.equal((await control(name)).status, 'on_hold')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  for (const { name, status } of before) assert.equal((await control(name)).status, status)
})

test('a range is selected with shift, and deleted at once after a question', async ({ page }) => {
  for (const at of [1, 2, 3]) await api.post('filtering-labels/', { label: `goes-${at}` })
  await open(page, '/filtering-labels?search=goes')
  await page.getByRole('checkbox', { name: 'Select goes-1' }).click()
  await page.getByRole('checkbox', { name: 'Select goes-3' }).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: '3 selected' })
  await bar.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 3 records?' })
  await accessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  assert.equal((await api.get('filtering-labels/?search=goes')).count, 0)
})

test('a value is changed in its cell, and back', async ({ page }) => {
  await open(page)
  await row(page, 'Quarterly access review').getByText('Active').dblclick()
  await page.getByRole('combobox', { name: 'Edit Status' }).selectOption('Degraded')
  await page.keyboard.press('Enter')
  await page.getByText('Saved').waitFor()
  assert.equal((await control('Quarterly access review')).status, 'degraded')
  await row(page, 'Quarterly access review').getByText('Degraded').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await control('Quarterly access review')).status === 'active')
})

test('a value that someone else changed is not written over', async ({ page }) => {
  await open(page)
  const { id } = await control('Patch within 14 days')
  await row(page, 'Patch within 14 days').getByText('P4').dblclick()
  await api.patch(`applied-controls/${id}/`, { priority: 1 })
  await page.getByRole('combobox', { name: 'Edit Priority' }).selectOption('P2')
  await page.keyboard.press('Enter')
  await page.getByText(/Someone else just changed this/).waitFor()
  assert.equal((await control('Patch within 14 days')).priority, 1)
  await row(page, 'Patch within 14 days').getByText('P1').waitFor()
})

test('files have what the list shows, or everything', async ({ page }) => {
  await open(page, '/applied-controls?status=active')
  const file = async item => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return readFile(await download.path())
  }
  const expected = (await api.get('applied-controls/?status=active')).count
  const text = String(await file('Current view (CSV)'))
  assert.ok(text.startsWith('\uFEFF'), 'a spreadsheet is told that it is UTF-8')
  const lines = text.slice(1).split('\r\n')
  assert.equal(lines.length, expected + 1)
  assert.match(lines[0], /^Reference,Name,Status/)
  assert.match(String(await file('All columns (CSV)')), /Quarterly access review/)
  assert.equal((await file('All columns (Excel)')).subarray(0, 2).toString(), 'PK')
})

test('the right mouse button offers what can be done with a row', async ({ page }) => {
  await open(page)
  await row(page, 'Awareness training').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  await accessible(page)
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const { id } = await control('Awareness training')
  await eventually(
    async () =>
      (await page.evaluate(() => navigator.clipboard.readText())) === `${url}/applied-controls/${id}`,
  )
  await row(page, 'Awareness training').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Status' }).hover()
  await page.getByRole('menuitem', { name: 'To do' }).click()
  await eventually(async () => (await control('Awareness training')).status === 'to_do')
})

test('the keyboard alone moves, selects, edits and opens', async ({ page }) => {
  await open(page)
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'))
  // From the last button above the table into the table.
  await page.getByRole('button', { name: 'Export' }).focus()
  for (let presses = 0; presses < 12 && (await focused()) !== 'Multi-factor authentication'; presses += 1)
    await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Multi-factor authentication')
  await page.keyboard.press('ArrowDown')
  await eventually(async () => (await focused()) === 'Encrypted backups')
  await page.keyboard.press('j')
  await eventually(async () => (await focused()) === 'Quarterly access review')
  await page.keyboard.press('Space')
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
  await page.keyboard.press('End')
  await eventually(async () => (await focused()) === 'Awareness training')
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'Edit Reference' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(async () => (await focused()) === 'Awareness training')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Awareness training' }).waitFor()
})

test('a narrow screen shows each row in two lines', { narrow: true }, async ({ page }) => {
  await open(page)
  const line = row(page, 'Network segmentation')
  await line.getByText('C-004').waitFor()
  await line.getByText('Active').waitFor()
  assert.ok((await line.boundingBox()).height > 50)
  const table = await page.getByRole('grid').boundingBox()
  assert.ok(table.width <= 390)
  await accessible(page)
  await page.getByRole('button', { name: 'Priority' }).click()
  await eventually(() => address(page).includes('ordering=priority'))
  await eventually(async () => (await rows(page).nth(2).getAttribute('aria-label')) !== 'Encrypted backups')
  await line.getByRole('link', { name: 'Network segmentation' }).click()
  await page.getByRole('heading', { level: 1, name: 'Network segmentation' }).waitFor()
})
