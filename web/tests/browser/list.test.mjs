// The list of any resource: search, filters, views, columns, order, selection, editing, files, keyboard.
import { readFile } from 'node:fs/promises'
import { countShift } from './support/shift.mjs'
import { accessible, assert, becomes, eventually, field, hold, settled, site } from './support.mjs'

const { test, api, url } = await site()
const address = page => decodeURIComponent(page.url().slice(url.length))
const row = (page, name) => page.getByRole('row', { name, exact: true })
const rows = page => page.getByRole('grid').getByRole('row')
const shown = async page => (await rows(page).count()) - 1
const control = async name =>
  (await api.get(`applied-controls/?search=${encodeURIComponent(name)}`)).results.find(
    one => one.name === name,
  )

const headsOf = async page =>
  (await page.getByRole('columnheader').allInnerTexts()).map(text => text.split('\n')[0]).filter(Boolean)
const STATUSES = ['To do', 'In progress', 'On hold', 'Active', 'Degraded', 'Deprecated', '']

async function fileOf(page, item) {
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return readFile(await download.path())
}

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

test('a view keeps filters, order, columns and groups, and is a tab from then on', async ({ page }) => {
  await open(page, '/applied-controls?status=active&ordering=-name&columns=name,priority')
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
  const tabs = page.getByRole('navigation', { name: 'Views' })
  assert.equal(await tabs.getByRole('button', { name: 'All' }).getAttribute('aria-current'), 'true')
  await tabs.getByRole('button', { name: 'What works' }).click()
  await eventually(() => /status=active/.test(address(page)) && /ordering=-name/.test(address(page)))
  await eventually(async () => (await headsOf(page)).join() === 'Name,Priority')
  await tabs.getByRole('button', { name: 'What works' }).and(page.locator('[aria-current=true]')).waitFor()
  await accessible(page)
  await tabs.getByRole('button', { name: 'All' }).click()
  await eventually(async () => (await headsOf(page))[0] === 'Reference')
  assert.equal(address(page), '/applied-controls')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Delete view “What works”' }).click()
  await eventually(async () => !(await api.get('user-preferences/')).ui.views['applied-controls'].length)
  await tabs.waitFor({ state: 'detached' })
})

test('a view is shared with everyone who sees the domain', async ({ page }) => {
  await open(page, '/applied-controls?status=to_do')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('textbox', { name: 'View name' }).fill('Still to do')
  await page.getByRole('checkbox', { name: 'Share with everyone' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const tabs = page.getByRole('navigation', { name: 'Views' })
  await tabs.getByRole('button', { name: /Still to do/ }).waitFor()
  const [view] = (await api.get('saved-views/?resource=applied-controls')).results
  assert.equal(view.name, 'Still to do')
  assert.match(view.query, /status=to_do/)
  assert.equal(view.is_published, true)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Delete view “Still to do”' }).click()
  await eventually(async () => (await api.get('saved-views/')).count === 0)
})

test('shared views are there before the list, which does not jump', async ({ page }) => {
  const folder = (await control('Encrypted backups')).folder.id
  const shared = { name: 'Late ones', query: 'status=to_do', resource: 'applied-controls', folder }
  const view = await api.post('saved-views/', { ...shared, is_published: true })
  const shift = await countShift(page)
  const release = await hold(page, '**/api/saved-views/**')
  await page.goto('/applied-controls')
  await page.locator('[data-row]').first().waitFor({ state: 'attached' })
  release()
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /Late ones/ })
    .waitFor()
  await row(page, 'Encrypted backups').waitFor()
  assert.equal(await shift(), 0)
  await api.delete(`saved-views/${view.id}/`)
})

test('charts over a list count what it shows, lead into it, and stay as they were left', async ({ page }) => {
  await open(page)
  const charts = page.getByRole('region', { name: 'Charts' })
  assert.equal(await charts.count(), 0)
  await page.getByRole('button', { name: 'Charts' }).click()
  const byStatus = charts.getByRole('list', { name: 'Controls by status' })
  const active = (await api.get('applied-controls/?status=active')).count
  await byStatus.getByRole('link', { name: `Active: ${active}` }).waitFor()
  await accessible(page)
  await eventually(async () => (await api.get('user-preferences/')).ui.charts.includes('applied-controls'))
  await page.reload()
  const due = charts.getByRole('list', { name: 'Implementation due' })
  const late = await due.getByRole('link', { name: /^Overdue: / }).innerText()
  await due.getByRole('link', { name: /^Overdue: / }).click()
  await page.getByText(`${late.match(/\d+$/)[0]} records`).waitFor()
  assert.match(address(page), /eta__lt=2026-03-11/)
  // The charts are of what is left.
  await byStatus.getByRole('link', { name: `Active: ${active}` }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Charts' }).click()
  await charts.waitFor({ state: 'detached' })
  // The tests after this one find the list without them.
  await eventually(async () => !(await api.get('user-preferences/')).ui.charts.includes('applied-controls'))
})

test('rows are grouped by what a field says, with counts, and fold away', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Group' }).click()
  await page.getByRole('menuitem', { name: 'Status', exact: true }).click()
  await eventually(() => address(page) === '/applied-controls?group=status')
  const count = (await api.get('applied-controls/?status=active')).count
  const head = page.getByRole('row', { name: 'Active', exact: true })
  await head.getByText(String(count), { exact: true }).waitFor()
  const all = (await api.get('applied-controls/')).count
  await page.getByText(`${all} records`).waitFor()
  await row(page, 'Quarterly access review').waitFor()
  await accessible(page)
  await head.click()
  await row(page, 'Quarterly access review').waitFor({ state: 'detached' })
  await becomes(() => head.getAttribute('aria-expanded'), 'false')
  await head.focus()
  await page.keyboard.press('ArrowRight')
  await row(page, 'Quarterly access review').waitFor()
  await page.getByRole('button', { name: 'Collapse all' }).click()
  await row(page, 'Quarterly access review').waitFor({ state: 'detached' })
  // The file has the rows in the order of their groups.
  const [, ...lines] = String(await fileOf(page, 'Current view (CSV)'))
    .slice(1)
    .split('\r\n')
  assert.equal(lines.length, all)
  const labels = lines.map(line => line.split(',').find(cell => STATUSES.includes(cell)))
  const order = [...new Set(labels)]
  assert.deepEqual(
    labels,
    [...labels].sort((a, b) => order.indexOf(a) - order.indexOf(b)),
  )
})

test('the preview follows the arrow keys, and Enter opens the page', async ({ page }) => {
  await open(page)
  await row(page, 'Multi-factor authentication').focus()
  await page.keyboard.press('Space')
  const preview = name => page.getByRole('complementary', { name: `Preview: ${name}` })
  await preview('Multi-factor authentication').waitFor()
  await accessible(page)
  assert.equal(Math.round((await preview('Multi-factor authentication').boundingBox()).width), 380)
  await page.keyboard.press('ArrowDown')
  await preview('Encrypted backups').getByText('Status').waitFor()
  await becomes(() => row(page, 'Encrypted backups').getAttribute('aria-current'), 'true')
  await page.keyboard.press('Escape')
  await preview('Encrypted backups').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Preview' }).click()
  await preview('Encrypted backups').waitFor()
  // Also when nothing has the focus, as after a click beside everything.
  await page.evaluate(() => document.activeElement.blur())
  await page.keyboard.press('Escape')
  await preview('Encrypted backups').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Preview' }).click()
  await preview('Encrypted backups').waitFor()
  await row(page, 'Key ceremony').focus()
  await preview('Key ceremony').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Key ceremony' }).waitFor()
})

test('what is overdue says so in words, and what is done does not', async ({ page }) => {
  const { id, eta } = await control('Incident drill')
  await api.patch(`applied-controls/${id}/`, { eta: '2026-02-01', status: 'to_do' })
  await open(page)
  await row(page, 'Incident drill')
    .getByText(/days late/)
    .waitFor()
  await api.patch(`applied-controls/${id}/`, { status: 'active' })
  await open(page)
  await row(page, 'Incident drill').waitFor()
  assert.equal(
    await row(page, 'Incident drill')
      .getByText(/days late/)
      .count(),
    0,
  )
  await api.patch(`applied-controls/${id}/`, { eta, status: 'to_do' })
})

test('columns are chosen, put in order and kept', async ({ page }) => {
  const heads = () => headsOf(page)
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
  await becomes(
    () => page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'),
    'descending',
  )
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
  await page.getByText('Undone', { exact: true }).waitFor()
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
  await dialog.getByText('Nothing else will be deleted or unlinked.').waitFor()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Delete 3 records' }).click()
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  assert.equal((await api.get('filtering-labels/?search=goes')).count, 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone', { exact: true }).waitFor()
  assert.equal((await api.get('filtering-labels/?search=goes')).count, 3)
  for (const { id } of (await api.get('filtering-labels/?search=goes')).results)
    await api.delete(`filtering-labels/${id}/`)
})

test('what is lost along with a selection is told before, summed', async ({ page }) => {
  const { folder } = await control('Key ceremony')
  const finding = async (review, name) => api.post('findings/', { name, findings_assessment: review })
  for (const at of [1, 2]) {
    const review = await api.post('findings-assessments/', { name: `Doomed review ${at}`, folder: folder.id })
    await finding(review.id, `Doomed finding ${at}a`)
    await finding(review.id, `Doomed finding ${at}b`)
  }
  await open(page, '/findings-assessments?search=doomed')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 2 records?' })
  await dialog.getByText('4 more records will be deleted').waitFor()
  await dialog.getByText('4 findings').waitFor()
  await dialog.getByText('This can’t be undone.').waitFor()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Delete 2 records' }).click()
  await page.getByText('2 records deleted').waitFor()
  assert.equal((await api.get('findings/?search=doomed')).count, 0)
})

test('what cannot be changed is told with its reason, and stays selected', async ({ page }) => {
  await open(page)
  await page.getByRole('checkbox', { name: 'Select Incident drill' }).check()
  await page.getByRole('checkbox', { name: 'Select Key ceremony' }).check()
  // Someone else deletes one of them meanwhile.
  const made = await control('Incident drill')
  await api.delete(`applied-controls/${made.id}/`)
  await page.getByRole('toolbar').getByRole('button', { name: 'Edit …' }).click()
  await page.getByRole('menuitem', { name: 'Effort', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Effort' })
  await dialog.getByText('Applies to 2 records.').waitFor()
  await field(dialog, 'Effort').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Apply' }).click()
  const report = page.getByRole('dialog', { name: '1 of 2 done' })
  await report.getByText('1 record couldn’t be changed').waitFor()
  await accessible(page)
  await report.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
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
  await open(page, '/applied-controls?status=active&columns=name,priority,eta&ordering=-name')
  const answer = await api.get('applied-controls/?status=active&ordering=-name')
  const text = String(await fileOf(page, 'Current view (CSV)'))
  assert.ok(text.startsWith('\uFEFF'), 'a spreadsheet is told that it is UTF-8')
  const [head, ...lines] = text.slice(1).split('\r\n')
  assert.equal(head, 'Name,Priority,Implementation due')
  assert.deepEqual(
    lines.map(line => line.split(',')[0]),
    answer.results.map(one => one.name),
  )
  const book = await fileOf(page, 'Current view (Excel)')
  assert.equal(book.subarray(0, 2).toString(), 'PK')
  const names = answer.results.map(one => book.indexOf(`>${one.name}<`))
  assert.ok(names.every(at => at > 0))
  assert.deepEqual(
    names,
    [...names].sort((a, b) => a - b),
    'in the same order',
  )
  assert.match(String(await fileOf(page, 'All columns (CSV)')), /Quarterly access review/)
  assert.equal((await fileOf(page, 'All columns (Excel)')).subarray(0, 2).toString(), 'PK')
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
  await page.keyboard.press('x')
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
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Priority')
  await eventually(() => address(page).includes('ordering=priority'))
  await page.getByRole('button', { name: 'Reverse the order' }).click()
  await eventually(() => address(page).includes('ordering=-priority'))
  await page.getByRole('button', { name: 'Reverse the order' }).click()
  await eventually(async () => (await rows(page).nth(2).getAttribute('aria-label')) !== 'Encrypted backups')
  await line.getByRole('link', { name: 'Network segmentation' }).click()
  await page.getByRole('heading', { level: 1, name: 'Network segmentation' }).waitFor()
})
