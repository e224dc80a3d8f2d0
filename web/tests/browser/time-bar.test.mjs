// The time bar: everything as it was at an instant, read-only, with what is different now marked.
import {
  accessible,
  assert,
  becomes,
  eventually,
  nextDay,
  now,
  onTheWall,
  settled,
  site,
} from './support.mjs'

const { test, api, url } = await site()
const HOUR = 3_600_000
const pause = ms => new Promise(resolve => setTimeout(resolve, ms))
const second = at => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
const one = async (path, name) =>
  (await api.get(`${path}/?search=${encodeURIComponent(name)}`)).results.find(row => row.name === name)

// An instant, then changes: a value, a relation, a deleted object and a new one.
await pause(1100)
const then = second(now())
await pause(1100)
const vault = await one('assets', 'HSM cluster')
await api.patch(`assets/${vault.id}/`, { ref_id: 'A-777', type: 'PR', description: 'Moved to Oslo' })
const gone = await one('assets', 'Fraud detection')
await api.delete(`assets/${gone.id}/`)
const control = await one('applied-controls', 'Encrypted backups')
await api.patch(`applied-controls/${control.id}/`, { status: 'active' })
const drill = await one('applied-controls', 'Incident drill')
await api.delete(`applied-controls/${drill.id}/`)
await api.post('assets/', { name: 'Made later', folder: vault.folder.id })

const bar = page => page.getByRole('region', { name: 'View as of a date' })
const address = page => page.url().slice(url.length)
const at = path => `${path}${path.includes('?') ? '&' : '?'}as_of=${then}`
const cell = (page, row, name) => page.getByRole('row', { name: row }).getByRole('gridcell', { name })

test('a time is chosen, kept from page to page, and left again', async ({ page, log }) => {
  // A day later, so that “yesterday” is when the instant was.
  await page.clock.setFixedTime(new Date(nextDay(Date.parse(then))))
  await page.goto('/assets')
  await page.getByRole('row', { name: 'Made later' }).waitFor()
  await page.getByRole('button', { name: 'View as of a date' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Yesterday/ })
    .click()
  await bar(page)
    .getByText(/viewing Cairn as of/)
    .waitFor()
  await page.getByRole('row', { name: 'Fraud detection' }).waitFor()
  assert.equal(await page.getByRole('row', { name: 'Made later' }).count(), 0)
  assert.match(address(page), /^\/assets\?as_of=/)
  await page.getByRole('link', { name: 'Fraud detection' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fraud detection' }).waitFor()
  assert.match(address(page), /as_of=/)
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('button', { name: 'Controls & evidence' }).click()
  await main.getByRole('link', { name: 'Applied controls' }).click()
  await eventually(() => /^\/applied-controls\?as_of=/.test(address(page)))
  await settled(page)
  log.requests.length = 0
  await bar(page).getByRole('button', { name: 'Back to now' }).click()
  await eventually(() => address(page) === '/applied-controls')
  await bar(page).waitFor({ state: 'detached' })
  await settled(page)
  assert.deepEqual(
    log.requests.filter(request => request.url.includes('as_of')),
    [],
  )
})

test('a link shows what its sender saw, and what is different now is marked', async ({ page }) => {
  await page.goto(at('/assets'))
  await page.getByRole('row', { name: 'HSM cluster' }).waitFor()
  await cell(page, 'HSM cluster', /Now: A-777/).waitFor()
  await page.getByRole('row', { name: 'Fraud detection' }).getByText('Since deleted').waitFor()
  // What did not change is not marked.
  assert.equal(
    await page.getByRole('row', { name: 'Customer database' }).locator('[data-changed]').count(),
    0,
  )
  await accessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await accessible(page)
})

test('a board marks the cards that are different now', async ({ page }) => {
  const card = name => page.locator('[data-card]', { hasText: name })
  await page.goto(at('/applied-controls?layout=board'))
  await card('Encrypted backups').getByText('Status now: Active').waitFor()
  await card('Incident drill').getByText('Since deleted').waitFor()
  assert.equal(await card('Key ceremony').locator('[data-changed]').count(), 0)
  await accessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await accessible(page)
})

test('the line of time marks the controls that are different now', async ({ page }) => {
  const line = name => page.locator('[data-line]', { hasText: name })
  await page.goto(at('/applied-controls?layout=timeline'))
  await line('Encrypted backups').locator('[data-changed]', { hasText: 'Status now: Active' }).waitFor()
  assert.match(await line('Encrypted backups').getByRole('link').getAttribute('title'), /Status now: Active/)
  await line('Incident drill').getByText('Since deleted').waitFor()
  assert.equal(await line('Key ceremony').locator('[data-changed]').count(), 0)
  await accessible(page)
})

test('the map marks the assets that are different now', async ({ page }) => {
  await page.goto(at('/assets?layout=map'))
  await page.locator('[data-asset][data-changed]', { hasText: 'HSM cluster' }).waitFor()
  const node = page.getByRole('link', { name: /^HSM cluster/ })
  assert.match(await node.getAttribute('title'), /Type now: Primary/)
  assert.match(await node.textContent(), /Type now: Primary/)
  await page.locator('[data-changed]', { hasText: /Fraud detection.*Since deleted/ }).waitFor()
  assert.equal(await page.locator('[data-changed]', { hasText: 'Mobile app' }).count(), 0)
  await accessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await accessible(page)
  await page.getByRole('button', { name: 'As a list' }).click()
  await page
    .getByRole('row', { name: /HSM cluster/ })
    .getByText('Type now: Primary')
    .first()
    .waitFor()
  await accessible(page)
  await page.goto(at(`/assets/${vault.id}?tab=map`))
  await page.locator('[data-asset][data-changed]', { hasText: 'HSM cluster' }).waitFor()
})

test('the page of an object says what became of it', async ({ page }) => {
  await page.goto(at(`/assets/${vault.id}`))
  await page.getByText('Now: Moved to Oslo').waitFor()
  await page.getByText('Now: Primary').waitFor()
  await page.getByText(/3 fields have changed since/).waitFor()
  // Each of them is named, also the reference, which has no place of its own.
  assert.match(await page.locator('[data-since="ref_id"]').innerText(), /A-005 .*A-777/s)
  await page.locator('[data-since="type"]', { hasText: 'Primary' }).waitFor()
  await page.locator('[data-since="description"]').waitFor()
  await accessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await accessible(page)
  await page.getByRole('button', { name: 'Open current version' }).click()
  await page.locator('.markdown').getByText('Moved to Oslo', { exact: true }).waitFor()
  await becomes(() => page.getByText(/^Now:/).count(), 0)
  await page.goto(at(`/assets/${gone.id}`))
  await page.getByRole('note').getByText('Since deleted').waitFor()
  await accessible(page)
})

test('what was made later did not exist then', { refused: [404] }, async ({ page }) => {
  const later = await one('assets', 'Made later')
  await page.goto(at(`/assets/${later.id}`))
  await page.getByRole('heading', { name: 'This didn’t exist yet' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Back to now' }).click()
  await page.getByRole('heading', { level: 1, name: 'Made later' }).waitFor()
})

test('nothing can be changed: no button, no form, no cell, no card', async ({ page, log }) => {
  await page.goto(at('/assets'))
  await page.getByRole('row', { name: 'HSM cluster' }).waitFor()
  assert.equal(await page.getByRole('link', { name: /^New/ }).count(), 0)
  assert.equal(await page.getByRole('checkbox').count(), 0)
  await page.getByRole('row', { name: 'HSM cluster' }).focus()
  await page.keyboard.press('e')
  assert.equal(await page.getByRole('row', { name: 'HSM cluster' }).locator('input, select').count(), 0)
  await page.getByRole('row', { name: 'HSM cluster' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: /Delete|Edit/ }).count(), 0)
  await page.keyboard.press('Escape')

  await page.goto(at(`/assets/${vault.id}`))
  await page.getByRole('heading', { level: 1, name: 'HSM cluster' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: /Delete|Duplicate|Edit/ }).count(), 0)
  await page.keyboard.press('Escape')

  for (const form of [`/assets/${vault.id}/edit`, '/assets/new', '/users/new', '/webhooks/endpoints/new']) {
    await page.goto(at(form))
    await page.getByRole('heading', { name: 'The past is read-only' }).waitFor()
  }
  await accessible(page)

  await page.goto(at('/applied-controls?layout=board'))
  await page.getByText('Encrypted backups').waitFor()
  assert.equal(await page.locator('main [draggable="true"]').count(), 0)

  await page.goto(at('/settings/feature-flags'))
  await settled(page)
  await page.getByRole('switch').first().waitFor()
  assert.equal(
    await page.locator('main [role="switch"]:not([disabled]):not([aria-disabled="true"])').count(),
    0,
  )
  assert.deepEqual(
    log.requests.filter(request => request.method !== 'GET'),
    [],
  )
})

test('pages of all kinds work in the past', async ({ page }) => {
  const places = ['/', '/settings/general', '/webhooks/endpoints', '/roles', '/role-assignments', '/users']
  for (const place of [...places, '/profile', '/log-entries', '/assets?layout=map', '/evidences', '/teams']) {
    await page.goto(at(place))
    await settled(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
})

test('steps go back and forth', { refused: [400] }, async ({ page }) => {
  await page.clock.setSystemTime(new Date(Date.parse(then) + 1.5 * HOUR))
  await page.goto(at('/assets'))
  await bar(page).getByLabel('Step size').selectOption('hour')
  await bar(page).getByRole('button', { name: 'Forward one hour' }).click()
  // The server’s clock says that this has not come yet.
  await page.getByText(/is in the future/).waitFor()
  await bar(page).getByRole('button', { name: 'Back one hour' }).click()
  await eventually(() => address(page) === at('/assets').replaceAll(':', '%3A'))
  await page.getByRole('row', { name: 'Fraud detection' }).waitFor()
})

test('a time before the journal is refused with its reason', { refused: [400] }, async ({ page }) => {
  await page.goto('/assets')
  await page.getByRole('button', { name: 'View as of a date' }).click()
  const picker = page.getByRole('dialog')
  await accessible(page)
  await picker.getByRole('button', { name: /^Start of the year/ }).click()
  await picker
    .getByRole('alert')
    .getByText(/The journal starts at/)
    .waitFor()
  assert.equal(address(page), '/assets')
  await page.goto('/assets?as_of=2020-01-01T00:00:00Z')
  await page.getByRole('heading', { name: 'No data for that date' }).waitFor()
  await page.getByText(/The journal starts at/).waitFor()
  // The navigation stays, and so does the palette.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My work' }).waitFor()
  await accessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Back to now' }).click()
  await page.getByRole('row', { name: 'HSM cluster' }).waitFor()
})

test('it is worked with the keyboard alone', async ({ page }) => {
  await page.goto('/assets')
  await page.getByRole('row', { name: 'Made later' }).waitFor()
  await page.getByRole('button', { name: 'View as of a date' }).focus()
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Date and time')
  await field.waitFor()
  await eventually(() => field.evaluate(input => input === document.activeElement))
  await field.fill(onTheWall(Date.parse(then)))
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Fraud detection' }).waitFor()
  await bar(page).getByRole('button', { name: 'Back to now' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Made later' }).waitFor()
})

test('the palette goes there too', async ({ page }) => {
  await page.clock.setFixedTime(new Date(nextDay(Date.parse(then))))
  await page.goto('/assets')
  await page.getByRole('row', { name: 'Made later' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('yesterday')
  await page.getByRole('option', { name: /yesterday/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Fraud detection' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('back to now')
  await page.getByRole('option', { name: 'Back to now' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Made later' }).waitFor()
})

test('on a phone the choice is in the header and the bar fits', { narrow: true }, async ({ page }) => {
  await page.goto(at('/assets'))
  await page.getByText('Since deleted').waitFor()
  await accessible(page)
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await page.getByRole('button', { name: /Choose another date/ }).click()
  const box = await page.getByRole('dialog').boundingBox()
  assert.ok(box.x >= 0 && box.x + box.width <= 390)
  await page.getByRole('dialog').getByRole('button', { name: 'Back to now' }).click()
  await page.getByText('Made later').waitFor()
})

test('the bar speaks French', {
  language: 'fr-FR',
  as: { email: 'admin@fjord.example', password: 'Granite-Lichen-4711' },
}, async ({ page }) => {
  await page.goto(at('/assets'))
  await page.getByText(/Cairn à la date du/).waitFor()
  await page.getByText('Supprimé depuis').waitFor()
})
