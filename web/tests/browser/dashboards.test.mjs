// Dashboards: the included ones, a copy that is changed by dragging and by keys, filters, full screen, pictures and paper.
import { readFile } from 'node:fs/promises'
import { countShift } from './support/shift.mjs'
import { walk } from './support/walk.mjs'
import { accessible, assert, becomes, eventually, field, now, settled, site, take } from './support.mjs'

const { test, api } = await site()
const LIST = '/metrology/dashboards'
const dashboards = (await api.get('metrology/dashboards/?limit=50')).results
const included = name => dashboards.find(one => one.name === name).id
const folders = (await api.get('folders/')).results
const retail = folders.find(one => one.name === 'Retail banking').id

/** Where a widget lies, as the server has it. */
async function placeOf(dashboard, title) {
  const { results } = await api.get(`metrology/dashboard-widgets/?dashboard=${dashboard}&limit=100`)
  const found = results.find(one => one.display_title === title)
  return found && [found.position_x, found.position_y, found.width, found.height]
}
const widget = (page, name) => page.getByRole('region', { name, exact: true })
const idIn = page => new URL(page.url()).pathname.split('/').at(-1)

async function copyOf(name) {
  const copy = await api.post(`metrology/dashboards/${included('Security officer')}/duplicate/`, { name })
  return copy.id
}

test('the list has the included dashboards, and says what to do while there are no others', async ({
  page,
}) => {
  const shift = await countShift(page)
  await page.goto(LIST)
  await settled(page)
  for (const name of ['Management', 'Security officer', 'Auditor'])
    await page.getByRole('link', { name, exact: true }).waitFor()
  await page.getByRole('heading', { name: 'No dashboards of your own yet' }).waitFor()
  await accessible(page)
  assert.ok((await shift()) < 0.05, `it jumped by ${await shift()}`)
})

test('an included dashboard is looked at, duplicated, changed, and kept', async ({ page }) => {
  const shift = await countShift(page)
  await page.goto(LIST)
  await page.getByRole('link', { name: 'Management', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Management' }).waitFor()
  await settled(page)
  assert.equal(
    await page.getByRole('button', { name: 'Edit', exact: true }).count(),
    0,
    'it cannot be changed',
  )
  await widget(page, 'Controls by status')
    .getByRole('list', { name: /^Controls by status: .*\d/ })
    .waitFor()
  await accessible(page)
  assert.ok((await shift()) < 0.05, `it jumped by ${await shift()}`)

  // A number leads to what it counts, and a chart has its numbers.
  const late = widget(page, 'Overdue controls').getByRole('link', { name: /^\d+ Overdue controls$/ })
  assert.match(await late.getAttribute('href'), /^\/applied-controls\?/)
  const controls = widget(page, 'Controls by status')
  await controls.getByRole('button', { name: 'More about Controls by status', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Show the numbers' }).click()
  await controls
    .getByRole('table')
    .getByRole('link', { name: /^\d+ Active$/ })
    .waitFor()

  await page.getByRole('button', { name: 'Duplicate' }).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Name').fill('Board meeting')
  await dialog.getByRole('button', { name: 'Domain' }).click()
  await take(page, 'Retail banking')
  await dialog.getByText('Seen by people with access to Retail banking', { exact: true }).waitFor()
  await dialog.getByRole('radio', { name: 'This domain', exact: true }).check()
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { level: 1, name: 'Board meeting' }).waitFor()
  await page.getByRole('toolbar', { name: 'Edit the dashboard' }).waitFor()
  await page.getByText('Seen by people with access to Retail banking').waitFor()
  const id = idIn(page)
  await settled(page)

  // Dragged by its title onto the chart on the left: that makes room.
  assert.deepEqual(await placeOf(id, 'Scenarios by treatment'), [8, 2, 4, 4])
  const head = page.getByRole('button', { name: 'Move Scenarios by treatment', exact: true })
  const from = await head.boundingBox()
  const goal = await page.getByRole('button', { name: 'Move Controls by status', exact: true }).boundingBox()
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x - 100, from.y + 12, { steps: 4 })
  await page.mouse.move(goal.x + 8, goal.y + 8, { steps: 8 })
  await page.mouse.up()
  await becomes(() => placeOf(id, 'Scenarios by treatment'), [0, 2, 4, 4])
  await becomes(() => placeOf(id, 'Controls by status'), [0, 6, 8, 4])

  // Resized with keys, and told where it is.
  const corner = page.getByRole('button', { name: 'Resize Audits by status', exact: true })
  await corner.focus()
  const [x, y, width, height] = await placeOf(id, 'Audits by status')
  await page.keyboard.press('ArrowDown')
  await becomes(() => placeOf(id, 'Audits by status'), [x, y, width, height + 1])
  await page.getByText(new RegExp(`Audits by status: column ${x + 1}, .*, ${height + 1} high`)).waitFor()
  assert.ok(await corner.evaluate(one => one === document.activeElement), 'the focus stays')

  // Undone and done again with other keys.
  await page.keyboard.press('Control+z')
  await becomes(() => placeOf(id, 'Audits by status'), [x, y, width, height])
  await page.getByRole('button', { name: 'Move Audits by status', exact: true }).focus()
  await page.keyboard.press('Shift+ArrowDown')
  await becomes(() => placeOf(id, 'Audits by status'), [x, y, width, height + 1])

  // One more, and one less.
  await page.getByRole('button', { name: 'Add widget' }).click()
  const picker = page.getByRole('dialog', { name: 'Add widget' })
  await picker.getByRole('searchbox', { name: 'Find a number' }).fill('category')
  await picker.getByRole('radio', { name: /^Controls by category/ }).check()
  await picker.getByText('Bar chart', { exact: true }).click()
  await accessible(page)
  await picker.getByRole('button', { name: 'Add', exact: true }).click()
  await widget(page, 'Controls by category').getByText('There is nothing to count yet.').waitFor()
  await page.getByRole('button', { name: 'Remove Open incidents', exact: true }).click()
  await eventually(async () => (await page.locator('[data-widget]').count()) === 9)
  await accessible(page)
  await page.getByRole('button', { name: 'Done' }).click()

  // Everything is limited to a domain and a period, which are in the address.
  await page.getByRole('combobox', { name: 'Period' }).selectOption('last_7_days')
  await page.getByRole('combobox', { name: 'Domain' }).selectOption(retail)
  await eventually(() => new URL(page.url()).searchParams.get('domain') === retail)
  await settled(page)

  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Board meeting' }).waitFor()
  await settled(page)
  assert.equal(await page.getByRole('combobox', { name: 'Period' }).inputValue(), 'last_7_days')
  assert.equal(await page.getByRole('combobox', { name: 'Domain' }).inputValue(), retail)
  assert.equal(await page.locator('[data-widget]').count(), 9)
  await widget(page, 'Controls by category').waitFor()
  assert.deepEqual(await placeOf(id, 'Scenarios by treatment'), [0, 2, 4, 4])
  await page.goto(LIST)
  await page.getByRole('main').getByRole('link', { name: 'Board meeting' }).waitFor()
})

test('Tab reaches everything, also while it is edited, and arrows move a widget', async ({ page }) => {
  const id = await copyOf('By keyboard')
  for (const address of [LIST, `${LIST}/${id}`, `${LIST}/${id}?edit=1`]) {
    await page.goto(address)
    await settled(page)
    const { faults, stops } = await walk(page)
    assert.deepEqual(faults, [], address)
    assert.ok(stops.length > 0, address)
  }
  const grip = page.getByRole('button', { name: 'Move Open findings', exact: true })
  await grip.focus()
  assert.deepEqual(await placeOf(id, 'Open findings'), [0, 6, 6, 4])
  await page.keyboard.press('ArrowUp')
  await eventually(async () => (await placeOf(id, 'Open findings'))[1] < 6)
  await page.keyboard.press('ArrowRight')
  await eventually(async () => (await placeOf(id, 'Open findings'))[0] === 1)
  assert.ok(await grip.evaluate(one => one === document.activeElement), 'the focus stays')
  // Both steps belong together and are undone together.
  await page.keyboard.press('Control+z')
  await becomes(() => placeOf(id, 'Open findings'), [0, 6, 6, 4])
  await page.getByRole('button', { name: 'Remove Overdue tasks', exact: true }).press('Enter')
  await eventually(async () => (await page.locator('[data-widget]').count()) === 8)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await widget(page, 'Overdue tasks').waitFor()
  await becomes(() => placeOf(id, 'Overdue tasks'), [9, 0, 3, 2])
})

test('a whole screen has the numbers alone, until Esc', async ({ page }) => {
  await page.goto(`${LIST}/${included('Auditor')}`)
  await settled(page)
  const enter = page.getByRole('button', { name: 'Full screen' })
  await enter.focus()
  await page.keyboard.press('Enter')
  const screen = page.getByRole('dialog', { name: 'Auditor' })
  await screen.getByRole('heading', { level: 1, name: 'Auditor' }).waitFor()
  await screen.getByRole('list', { name: /^Controls by status/ }).waitFor()
  await accessible(page)
  await page.keyboard.press('Escape')
  await screen.waitFor({ state: 'detached' })
  assert.ok(page.url().includes(included('Auditor')), 'it is still the same page')
  await eventually(() => enter.evaluate(one => one === document.activeElement))
})

test('a picture shows the charts, in the colours of the page', async ({ page }) => {
  await page.goto(`${LIST}/${included('Security officer')}`)
  await settled(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Save as PNG' }).click()
  const file = await download
  assert.equal(file.suggestedFilename(), 'Security officer.png')
  const bytes = await readFile(await file.path())
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG')
  const seen = await page.evaluate(async data => {
    const blob = new Blob([Uint8Array.from(atob(data), letter => letter.charCodeAt(0))], {
      type: 'image/png',
    })
    const image = await createImageBitmap(blob)
    const canvas = new OffscreenCanvas(image.width, image.height)
    const pen = canvas.getContext('2d')
    pen.drawImage(image, 0, 0)
    const { data: pixels } = pen.getImageData(0, 0, image.width, image.height)
    const counts = new Map()
    for (let at = 0; at < pixels.length; at += 4) {
      const colour = `${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    const of = name => {
      pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim()
      const hex = pen.fillStyle
      return counts.get([1, 3, 5].map(from => Number.parseInt(hex.slice(from, from + 2), 16)).join(',')) ?? 0
    }
    return {
      width: image.width,
      height: image.height,
      card: of('--raised'),
      ink: of('--ink'),
      page: of('--bg'),
    }
  }, bytes.toString('base64'))
  assert.ok(seen.width > 1500 && seen.height > 1200, JSON.stringify(seen))
  for (const part of ['card', 'ink', 'page']) assert.ok(seen[part] > 500, `${part}: ${JSON.stringify(seen)}`)
})

test('on paper it keeps its grid and is light, without anything to click', { dark: true }, async ({
  page,
}) => {
  await page.goto(`${LIST}/${included('Management')}`)
  await settled(page)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.getByRole('button', { name: 'Full screen' }).isVisible(), false)
  assert.equal(await page.getByRole('combobox', { name: 'Period' }).isVisible(), false)
  await page.getByText(/^All domains · /).waitFor()
  const ink = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--c1').trim(),
  )
  assert.equal(ink, '#005d80', 'the colour of the light theme')
  const [first, second] = await page
    .locator('[data-widget]')
    .evaluateAll(all => all.slice(0, 2).map(one => one.getBoundingClientRect().top))
  assert.equal(first, second, 'widgets lie beside each other')
  const pdf = await page.pdf({ preferCSSPageSize: true })
  assert.equal(pdf.subarray(0, 4).toString(), '%PDF')
  // Landscape: A4 is 842 by 595 points.
  assert.match(pdf.toString('latin1'), /\/MediaBox\s*\[0 0 84[12][.\d]* 59[45]/)
})

test('what someone may not change offers no change', async ({ page }) => {
  const id = await copyOf('For readers')
  await page.route('**/api/iam/current-user/', async route => {
    const answer = await route.fetch()
    const user = await answer.json()
    const only = Object.fromEntries(
      Object.entries(user.domain_permissions).map(([domain, all]) => [
        domain,
        all.filter(name => !/^(change|add|delete)_dashboard/.test(name)),
      ]),
    )
    await route.fulfill({ response: answer, json: { ...user, domain_permissions: only } })
  })
  await page.goto(`${LIST}/${id}?edit=1`)
  await page.getByRole('heading', { level: 1, name: 'For readers' }).waitFor()
  await settled(page)
  await eventually(() => !new URL(page.url()).searchParams.has('edit'))
  assert.equal(await page.getByRole('button', { name: /^Move / }).count(), 0)
})

test('a period is kept for everyone, and dropped again', async ({ page }) => {
  const id = await copyOf('Periods')
  const stored = async () =>
    (await api.get(`metrology/dashboards/${id}/`)).dashboard_definition.time_range ?? null
  await page.goto(`${LIST}/${id}`)
  await settled(page)
  const keep = page.getByRole('button', { name: 'Save as default period' })
  const drop = page.getByRole('button', { name: 'Use the periods of the widgets' })
  assert.deepEqual([await keep.count(), await drop.count()], [0, 0])
  const period = page.getByRole('combobox', { name: 'Period' })
  await period.selectOption('last_7_days')
  await keep.click()
  await eventually(async () => (await stored()) === 'last_7_days')
  await becomes(() => new URL(page.url()).searchParams.has('range'), false)
  await becomes(() => period.locator('option:checked').textContent(), 'Last 7 days')
  await accessible(page)
  await drop.click()
  await eventually(async () => (await stored()) === null)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await eventually(async () => (await stored()) === 'last_7_days')
  // Not of an included one, which nobody changes.
  await page.goto(`${LIST}/${included('Management')}?range=last_7_days`)
  await settled(page)
  assert.equal(await keep.count(), 0)
})

test('a widget says why it shows nothing', async ({ page }) => {
  const id = await copyOf('States')
  const definition = await api.post('metrology/metric-definitions/', {
    name: 'Patch rate',
    unit: 'percentage',
  })
  const metric = await api.post('metrology/metric-instances/', {
    name: 'Patched servers',
    metric_definition: definition.id,
  })
  await api.post('metrology/dashboard-widgets/', {
    dashboard: id,
    metric_instance: metric.id,
    chart_type: 'line',
    position_x: 0,
    position_y: 20,
    width: 6,
    height: 4,
  })
  await page.goto(`${LIST}/${id}`)
  await settled(page)
  await widget(page, 'Patched servers').getByText('No values in this period.').waitFor()
  await page.goto(`${LIST}/${id}?domain=${retail}`)
  await widget(page, 'Patched servers').getByText('Not in Retail banking.').waitFor()
})

test('a metric says how it stands and that it is late, and takes a value', async ({ page }) => {
  const definition = await api.post('metrology/metric-definitions/', {
    name: 'Backup rate',
    unit: 'percentage',
  })
  const metric = await api.post('metrology/metric-instances/', {
    name: 'Backups that were restored',
    metric_definition: definition.id,
    target_value: '95',
    collection_frequency: 'monthly',
    status: 'active',
  })
  for (const [days, result] of [
    [80, 70],
    [60, 82],
    [40, 90],
  ])
    await api.post('metrology/custom-metric-samples/', {
      metric_instance: metric.id,
      timestamp: new Date(now() - days * 86_400_000).toISOString(),
      value: { result },
    })
  await page.goto(`/metrology/metric-instances/${metric.id}`)
  const standing = page.getByRole('region', { name: 'Value', exact: true })
  await standing.getByText(/^Last value 40 days ago\. The next was expected by /).waitFor()
  await standing.getByRole('img', { name: /^Backups that were restored: 90%, target 95%/ }).waitFor()
  await accessible(page)
  await standing.getByRole('button', { name: 'Enter a value' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter a value' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a number or choose a level.').waitFor()
  await field(dialog, 'Value in percentage').fill('97.5')
  await field(dialog, 'Note').fill('After the restore test')
  await dialog.getByLabel('Evidence revision').click()
  await page.getByRole('option').first().click()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await standing.getByText('Last value today.').waitFor()
  await standing.getByText('Target 95% reached').waitFor()
  await standing
    .getByRole('row', { name: /97\.5%/ })
    .getByText('After the restore test')
    .waitFor()
  const [sample] = (
    await api.get(`metrology/custom-metric-samples/?metric_instance=${metric.id}&ordering=-timestamp&limit=1`)
  ).results
  assert.ok(sample.evidence_revision?.id, JSON.stringify(sample))
})

test('on a phone widgets lie under each other, in the dark, too', { narrow: true, dark: true }, async ({
  page,
}) => {
  await page.goto(`${LIST}/${included('Management')}`)
  await settled(page)
  const wide = await page
    .locator('main :is(select, section, button)')
    .evaluateAll(all => Math.max(...all.map(one => one.getBoundingClientRect().right)))
  assert.ok(wide <= 390, `it is ${wide} wide`)
  await accessible(page)
})

test('in French', { language: 'fr-FR' }, async ({ page }) => {
  await page.goto(`${LIST}/${included('Management')}`)
  await settled(page)
  await page.getByRole('heading', { level: 1, name: 'Direction' }).waitFor()
  await widget(page, 'Mesures par statut')
    .getByRole('list', { name: /^Mesures par statut.*active/ })
    .waitFor()
})
