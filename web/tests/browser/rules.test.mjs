// Rules: written with completion and tried while they are written; what they find opens and closes by itself.
import { accessible, assert, becomes, eventually, field, settled, site } from './support.mjs'

const { test, api, session } = await site()
const root = (await api.get('folders/org_tree/')).uuid
const FOUND = 'Unattended badge readers'
const control = await api.post('applied-controls/', {
  name: FOUND,
  status: 'active',
  folder: root,
  owner: [],
})
const EXAMPLE = 'Active control without an owner'
const rulesNamed = async name => (await api.get(`rules/?name=${encodeURIComponent(name)}`)).results
const matchesOf = async (rule, state) =>
  (await api.get(`rule-matches/?rule=${rule}&state=${state}&limit=100`)).results
/** How many the rule of the example has to find, counted by hand. */
const expected = async () => {
  const all = (await api.get('applied-controls/?limit=500')).results
  const found = all.filter(one => one.status === 'active' && one.owner.length === 0)
  return { count: found.length, all: all.length }
}
/** “1 of 11 applied controls matches”. */
const finds = (page, count, all) =>
  page
    .getByRole('region', { name: 'What it finds' })
    .getByText(new RegExp(`^${count} of ${all} applied controls match`))
    .waitFor()

test('a rule begins as an example, is written with completion, and closes what is fixed', {
  refused: [400],
  errors: [/400/],
}, async ({ page }) => {
  const { count, all } = await expected()
  await page.goto('/rules')
  await settled(page)
  await page.getByRole('heading', { name: 'No rules yet' }).waitFor()
  await accessible(page)
  await page.getByRole('link', { name: new RegExp(EXAMPLE) }).click()
  await becomes(() => field(page, 'Name').inputValue(), EXAMPLE)
  await finds(page, count, all)
  const trial = page.getByRole('region', { name: 'What it finds' })
  await trial.getByRole('link', { name: FOUND }).waitFor()
  await trial
    .getByText(/Status is Active/)
    .first()
    .waitFor()
  await accessible(page)

  // A mistake is underlined and explained, and what it finds waits.
  const condition = field(page, 'Condition')
  await condition.fill('object.name != "" &&\nobject.statu == "active"')
  await page.getByText('“statu” is not a field of applied controls. Did you mean “status”?').waitFor()
  await trial.getByText('Correct the condition to see what it finds.').waitFor()
  assert.equal(await condition.getAttribute('aria-invalid'), 'true')
  await accessible(page)
  await page.getByRole('button', { name: 'Line 2' }).click()
  assert.equal(
    await condition.evaluate(area => area.value.slice(area.selectionStart, area.selectionEnd)),
    'statu',
  )

  // Written with the keyboard alone: Tab and Enter take, Escape closes.
  await page.keyboard.press('Control+a')
  await page.keyboard.type('object.stat')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await list.getByRole('option', { name: /^status / }).waitFor()
  await accessible(page)
  await page.keyboard.press('Escape')
  await becomes(() => list.count(), 0)
  await page.keyboard.press('Control+Space')
  await list.waitFor()
  await page.keyboard.press('Tab')
  await becomes(() => condition.inputValue(), 'object.status')
  await page.keyboard.type(' == "act')
  await page.keyboard.press('Enter')
  await becomes(() => condition.inputValue(), 'object.status == "active"')
  await page.keyboard.type(' && object.owner.')
  await list.getByRole('option', { name: /^size/ }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' == 0')
  await becomes(() => condition.inputValue(), 'object.status == "active" && object.owner.size() == 0')
  await finds(page, count, all)

  // On a day in the past, up to its end; the bank has only been there since this morning.
  const asked = page.waitForRequest(request => request.url().includes('as_of='))
  await page.getByLabel('Try on a past date').fill('2026-03-01')
  assert.equal(
    new URL((await asked).url()).searchParams.get('as_of'),
    new Date('2026-03-01T23:59:59+01:00').toISOString(),
  )
  await trial.getByText('Nothing was recorded yet on that date.').waitFor()
  await page.getByRole('button', { name: 'Back to today' }).click()
  await finds(page, count, all)

  await page.getByRole('radio', { name: 'Create a task' }).check()
  await page.getByLabel('Due', { exact: true }).fill('14')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: EXAMPLE }).waitFor()
  const [rule] = await rulesNamed(EXAMPLE)
  assert.deepEqual([rule.action, rule.due_in_days, rule.resource], ['task', 14, 'applied-controls'])

  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('dialog').getByText('Done').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  const open = page.getByRole('list', { name: 'Open' })
  await open.getByRole('link', { name: FOUND, exact: true }).waitFor()
  await becomes(() => open.getByRole('listitem').count(), Math.min(count, 10))
  await open
    .getByText(/Status is Active/)
    .first()
    .waitFor()
  await settled(page)
  await accessible(page)
  const found = (await matchesOf(rule.id, 'open')).find(one => one.object.id === control.id)
  assert.ok(found.task, 'the match has its task')

  // It is no longer active, so the rule no longer applies.
  await open.getByRole('link', { name: FOUND, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: FOUND }).waitFor()
  await page.getByRole('button', { name: 'Status: Active' }).click()
  await page.getByRole('menuitem', { name: 'Deprecated' }).click()
  await eventually(async () => (await matchesOf(rule.id, 'closed')).some(one => one.object.id === control.id))
  assert.equal((await api.get(`task-templates/${found.task.id}/`)).status, 'cancelled')
  await page.goto(`/rules/${rule.id}`)
  await page.getByRole('button', { name: /^Closed/ }).click()
  await page.getByRole('list', { name: 'Closed' }).getByRole('link', { name: FOUND, exact: true }).waitFor()
})

test('a rule is turned off in the list, and changed without changing what it watches', async ({ page }) => {
  const [rule] = await rulesNamed(EXAMPLE)
  await page.goto('/rules')
  await settled(page)
  await page.getByRole('switch', { name: `Turn ${EXAMPLE} on or off` }).click()
  await eventually(async () => !(await rulesNamed(EXAMPLE))[0].is_active)
  await eventually(async () => (await matchesOf(rule.id, 'open')).length === 0)
  await page.goto(`/rules/${rule.id}`)
  await page.getByText('This rule is off.').waitFor()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await eventually(async () => (await rulesNamed(EXAMPLE))[0].is_active)

  await page.goto(`/rules/${rule.id}/edit`)
  await page.getByText('What a rule watches can’t be changed.').waitFor()
  assert.ok(await page.getByRole('combobox', { name: /^Watch/ }).isDisabled())
  await page.getByRole('radio', { name: 'List it' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/edit'))
  const [now] = await rulesNamed(EXAMPLE)
  assert.deepEqual([now.action, now.due_in_days, now.expression], ['note', null, rule.expression])
})

test('on a phone, in French and in the dark, everything is there', {
  narrow: true,
  dark: true,
  language: 'fr-FR',
}, async ({ page }) => {
  const [rule] = await rulesNamed(EXAMPLE)
  await page.goto('/rules/new')
  await settled(page)
  await page.getByText('Partir d’un exemple').click()
  await page.getByRole('link', { name: /Mesure active sans responsable/ }).click()
  await becomes(() => field(page, 'Nom').inputValue(), 'Mesure active sans responsable')
  await page
    .getByRole('region', { name: 'Ce qu’elle trouve' })
    .getByText(/sur \d+ \(mesures/)
    .waitFor()
  await accessible(page)
  const condition = field(page, 'Condition')
  await condition.fill('')
  await condition.pressSequentially('object.stat')
  await page.getByRole('option', { name: /^status / }).tap()
  await becomes(() => condition.inputValue(), 'object.status')
  const isFitting = () =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  assert.ok(await isFitting())
  for (const address of ['/rules', '/rule-matches', `/rules/${rule.id}`, `/rules/${rule.id}/edit`]) {
    await page.goto(address)
    await settled(page)
    await accessible(page)
    assert.ok(await isFitting(), address)
  }
})

const role = (await api.get('roles/?limit=50')).results.find(one => one.name === 'Reader')
const reader = { email: 'rune@fjord.example', password: 'Granite-Lichen-4712' }
const { id } = await api.post('users/', { email: reader.email, first_name: 'Rune', last_name: 'Dahl' })
await api.post('iam/set-password/', { user: id, new_password: reader.password })
const given = { user: id, role: role.id, perimeter_folders: [root], is_recursive: true, folder: root }
await api.post('role-assignments/', { ...given, name: 'reads' })
await session(reader)

test('a reader sees rules and what they found, and can change neither', { as: reader }, async ({ page }) => {
  const [rule] = await rulesNamed(EXAMPLE)
  await page.goto('/rules')
  await settled(page)
  assert.equal(await page.getByRole('link', { name: 'New rule' }).count(), 0)
  assert.ok(await page.getByRole('switch', { name: `Turn ${EXAMPLE} on or off` }).isDisabled())
  await page.getByRole('link', { name: EXAMPLE }).click()
  await page.getByRole('heading', { name: 'What it looks for' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Run now' }).count(), 0)
  await page.goto(`/rules/${rule.id}/edit`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
})
