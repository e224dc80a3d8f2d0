// The one form: every kind of field, mistakes, things made on the way, and two people at once.
import { accessible, assert, becomes, eventually, field, hold, settled, site, take } from './support.mjs'

const { test, api, url } = await site()
const address = page => page.url().slice(url.length)
const found = async (path, name) =>
  (await api.get(`${path}/?search=${encodeURIComponent(name)}`)).results.find(one => one.name === name)
const save = page => page.getByRole('button', { name: 'Save', exact: true }).click()
const create = page => page.getByRole('button', { name: 'Create', exact: true }).click()

async function pick(page, label, words, option = words) {
  await field(page, label).click()
  await take(page.getByRole('dialog'), words, option)
  // Where several can be chosen, the list stays open for the next.
  const list = page.getByRole('dialog').getByRole('combobox')
  if (await list.isVisible()) await list.press('Escape')
  await list.waitFor({ state: 'detached' })
}

test('every kind of field is filled in and stored as it was typed', async ({ page }) => {
  await page.goto('/applied-controls/new')
  await settled(page)
  await becomes(() => page.evaluate(() => document.activeElement.labels?.[0]?.innerText.trim()), 'Name *')
  await field(page, 'Name').fill('Vault for secrets')
  await field(page, 'Reference').fill('C-900')
  await pick(page, 'Domain', 'Cards')
  await field(page, 'Status').selectOption('In progress')
  await field(page, 'Priority').selectOption('P2')
  await field(page, 'Implementation due').fill('2027-03-01')
  await field(page, 'Progress (%)').fill('35')
  await field(page, 'Link').fill('https://vault.example/docs')
  await pick(page, 'Owner', 'Chlo')
  await pick(page, 'Evidence', 'Penetration')
  await page.getByText('More details', { exact: true }).click()
  await field(page, 'Currency').fill('€')
  await field(page, 'Amortization period').fill('3')
  const description = field(page, 'Description')
  await description.fill(
    'Keeps **all** secrets.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<script>alert(1)</script>',
  )
  await page.getByRole('button', { name: 'Preview' }).first().click()
  await page.locator('.markdown strong', { hasText: 'all' }).waitFor()
  assert.equal(await page.locator('.markdown td').count(), 2)
  assert.equal(await page.locator('.markdown script').count(), 0)
  await accessible(page)
  await create(page)
  await page.getByRole('heading', { level: 1, name: 'Vault for secrets' }).waitFor()
  const made = await found('applied-controls', 'Vault for secrets')
  const raw = await api.get(`applied-controls/${made.id}/object/`)
  const { ref_id, status, priority, eta, progress_field, link, cost } = raw
  assert.deepEqual(
    { ref_id, status, priority, eta, progress_field, link },
    {
      ref_id: 'C-900',
      status: 'in_progress',
      priority: 2,
      eta: '2027-03-01',
      progress_field: 35,
      link: 'https://vault.example/docs',
    },
  )
  assert.equal(cost.currency, '€')
  assert.equal(cost.amortization_period, 3)
  assert.equal(made.folder.str, 'Cards & payments')
  assert.equal(made.owner[0].str, 'Chloé Moreau')
  assert.equal(made.evidences[0].str, 'Penetration test report 2026')
})

test('a table of values, translations and switches are kept too', async ({ page }) => {
  await page.goto('/assets/new')
  await field(page, 'Name').fill('Tape robot')
  await page.getByText('More details', { exact: true }).click()
  // On the scale of the instance, 1 to 4: the fourth step is kept as 3, counted from 0.
  await page.getByLabel('Integrity: Value').first().selectOption('4')
  await page.getByLabel('Recovery time objective (RTO): Value, hours').first().fill('36')
  await page.getByLabel('Recovery time objective (RTO): Value, minutes').first().fill('30')
  await page.getByRole('switch', { name: 'Integrity: Enabled' }).first().click()
  await page.getByRole('switch', { name: 'Business function' }).click()
  await create(page)
  await page.getByRole('heading', { level: 1, name: 'Tape robot' }).waitFor()
  const { id } = await found('assets', 'Tape robot')
  const raw = await api.get(`assets/${id}/object/`)
  assert.deepEqual(raw.security_objectives.objectives.integrity, { value: 3, is_enabled: true })
  assert.equal(raw.disaster_recovery_objectives.objectives.rto.value, 36 * 3600 + 30 * 60)
  assert.equal(raw.is_business_function, true)
  await page.getByText('1 d 12 h 30 min').first().waitFor()
  await page.goto('/asset-class/new')
  await field(page, 'Name').fill('Robots')
  await page.getByText('More details', { exact: true }).click()
  await page.getByLabel('Name (fr)').fill('Automates')
  await create(page)
  await page.getByRole('heading', { level: 1, name: 'Robots' }).waitFor()
  const robots = await found('asset-class', 'Robots')
  assert.equal((await api.get(`asset-class/${robots.id}/object/`)).translations.fr.name, 'Automates')
})

test('what is missing is made in place, in a form over the form', async ({ page }) => {
  await page.goto('/applied-controls/new')
  await field(page, 'Name').fill('Tamper seals')
  await field(page, 'Labels').click()
  await take(page.getByRole('dialog'), 'hardware', 'Create “hardware”')
  const dialog = page.getByRole('dialog', { name: 'New label' })
  await becomes(() => field(dialog, 'Label').inputValue(), 'hardware')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'Remove hardware' }).waitFor()
  await create(page)
  await page.getByRole('heading', { level: 1, name: 'Tamper seals' }).waitFor()
  assert.equal((await found('applied-controls', 'Tamper seals')).filtering_labels[0].str, 'hardware')
})

test('Enter in a picker waits for the first answer, before it offers a new one', async ({ page }) => {
  await page.goto('/assets/new')
  await settled(page)
  const answer = await hold(page, '**/api/assets/autocomplete/**')
  await field(page, 'Supports').press('Enter')
  await page.getByRole('combobox', { name: 'Search assets' }).waitFor()
  await page.keyboard.type('card pay')
  await page.keyboard.press('Enter')
  assert.equal(await page.getByRole('listbox').getByRole('option').count(), 0)
  answer()
  await page.getByRole('button', { name: 'Remove Card payments' }).waitFor()
})

test('mistakes are named at their fields, before and after the server is asked', { refused: [400] }, async ({
  page,
}) => {
  await page.goto('/assets/new')
  await settled(page)
  await create(page)
  await page.getByText('This field is required.').waitFor()
  await becomes(() => field(page, 'Name').getAttribute('aria-invalid'), 'true')
  await accessible(page)
  await field(page, 'Name').fill('Card payments')
  await field(page, 'Reference link').fill('not an address')
  await create(page)
  await page.getByText('Enter a URL that starts with').waitFor()
  await field(page, 'Reference link').fill('')
  await pick(page, 'Domain', 'Cards')
  await create(page)
  // Only the server knows that the name is taken in that domain.
  await page.getByRole('alert').filter({ hasText: 'Check 1 field: Name' }).waitFor()
  await eventually(() => page.evaluate(() => document.activeElement.getAttribute('aria-invalid') === 'true'))
  await accessible(page)
  assert.equal(await field(page, 'Name').inputValue(), 'Card payments', 'nothing typed is lost')
})

test('a mistake below the fold is unfolded, brought into sight and focused', { refused: [400] }, async ({
  page,
}) => {
  await page.goto('/applied-controls/new')
  await settled(page)
  await field(page, 'Name').fill('Costly thing')
  const details = page.getByText('More details', { exact: true })
  await details.click()
  const cost = page.getByRole('group', { name: 'Build' }).getByLabel('Fixed cost')
  await cost.fill('-5')
  await details.click()
  await page.evaluate(() => scrollTo(0, 0))
  await create(page)
  await cost.waitFor()
  const whole = page.getByRole('group', { name: 'Cost', exact: true })
  await eventually(() => whole.evaluate(group => group.contains(document.activeElement)))
  const reason = whole.getByText(/fixed cost to build it must be from 0/)
  const box = await reason.boundingBox()
  assert.ok(box.y > 0 && box.y + box.height < 800, 'the reason is in sight')
  // The buttons are always in sight, and say it too.
  await page.getByRole('button', { name: /^Check 1 field: Cost/ }).waitFor()
  await accessible(page)
  await cost.fill('5000')
  await create(page)
  await page.getByRole('heading', { level: 1, name: 'Costly thing' }).waitFor()
})

test('money has the currency of the instance, and people-days are days', async ({ page }) => {
  await page.goto('/applied-controls/new')
  await settled(page)
  await page.getByText('More details', { exact: true }).click()
  const build = page.getByRole('group', { name: 'Build' })
  await build.getByText('€', { exact: true }).waitFor()
  await build.getByText('days', { exact: true }).waitFor()
  await field(page, 'Currency').fill('CHF')
  await build.getByText('CHF', { exact: true }).waitFor()
})

test('leaving with something typed asks first', async ({ page }) => {
  await page.goto('/assets')
  await page.getByRole('link', { name: 'New asset' }).click()
  await field(page, 'Name').fill('Half an asset')
  await page.getByRole('link', { name: 'My work' }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
  await dialog.waitFor()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  assert.equal(await field(page, 'Name').inputValue(), 'Half an asset')
  await page.getByRole('link', { name: 'My work' }).click()
  await dialog.getByRole('button', { name: 'Leave page' }).click()
  await eventually(() => address(page) === '/my-work')
  // Nothing was changed: nothing is asked.
  await page.goto('/assets/new')
  await settled(page)
  await page.getByRole('link', { name: 'My work' }).click()
  await eventually(() => address(page) === '/my-work')
})

test('one after another is created without leaving the form', async ({ page }) => {
  await page.goto('/filtering-labels/new')
  for (const label of ['first-of-two', 'second-of-two']) {
    await field(page, 'Label').fill(label)
    await page.getByRole('button', { name: 'Create and add another' }).click()
    await page.getByText(`“${label}” created`).waitFor()
    await eventually(async () => (await field(page, 'Label').inputValue()) === '')
  }
  assert.equal((await api.get('filtering-labels/?search=of-two')).count, 2)
})

test('only what was changed is sent', async ({ page }) => {
  const { id } = await found('assets', 'Mobile app')
  await page.goto(`/assets/${id}/edit`)
  await settled(page)
  await field(page, 'Reference').fill('A-777')
  const [request] = await Promise.all([page.waitForRequest(one => one.method() === 'PATCH'), save(page)])
  assert.deepEqual(request.postDataJSON(), { ref_id: 'A-777' })
  await page.getByRole('heading', { level: 1, name: 'Mobile app' }).waitFor()
})

test('when someone else was faster, both choose field by field', { refused: [412] }, async ({ page }) => {
  const { id } = await found('applied-controls', 'Incident drill')
  await page.goto(`/applied-controls/${id}/edit`)
  await settled(page)
  await field(page, 'Name').fill('Incident drill, mine')
  await field(page, 'Reference').fill('C-MINE')
  await api.patch(`applied-controls/${id}/`, {
    name: 'Incident drill, theirs',
    ref_id: 'C-THEIRS',
    priority: 4,
  })
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'This record changed while you were editing' })
  await dialog.waitFor()
  await accessible(page)
  await dialog
    .getByRole('group', { name: 'Reference' })
    .getByRole('radio', { name: /Their change/ })
    .check()
  await dialog.getByText('1 other change of theirs doesn’t affect yours').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Incident drill, mine' }).waitFor()
  const now = await api.get(`applied-controls/${id}/object/`)
  assert.deepEqual([now.name, now.ref_id, now.priority], ['Incident drill, mine', 'C-THEIRS', 4])
})

test('the form works on a narrow screen and with the keyboard', { narrow: true }, async ({ page }) => {
  await page.goto('/findings/new')
  await settled(page)
  await page.keyboard.type('Door was open')
  await field(page, 'Findings review').click()
  await page.keyboard.type('Penet')
  await page.getByRole('option', { name: /Penetration test, autumn/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: 'Door was open' }).waitFor()
})
