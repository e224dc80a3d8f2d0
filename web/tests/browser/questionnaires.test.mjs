// What someone sees who is only there to answer: their requirements, question by question, saved while they type.
import { readFile } from 'node:fs/promises'
import { upload } from './support/upload.mjs'
import { accessible, assert, eventually, settled, site } from './support.mjs'

const { test, api, url } = await site()

const content = await readFile(new URL('./support/supplier-check.yaml', import.meta.url))
await upload({ api, url }, 'stored-libraries/upload/', 'supplier-check.yaml', content)
const [library] = (await api.get('stored-libraries/')).results
await api.post(`stored-libraries/${library.id}/import/`, {})
const [framework] = (await api.get('frameworks/')).results
const folder = (await api.get('folders/')).results.find(one => one.name === 'Cards & payments')

const dana = { email: 'dana@northwind.example', password: 'Granite-Lichen-4712' }
const person = await api.post('users/', { email: dana.email, first_name: 'Dana', last_name: 'Wirth' })
await api.post('iam/set-password/', { user: person.id, new_password: dana.password })
const role = (await api.get('roles/?limit=50')).results.find(one => one.name === 'Third-party respondent')
await api.post('role-assignments/', {
  name: 'answers',
  user: person.id,
  role: role.id,
  perimeter_folders: [folder.id],
  is_recursive: true,
  folder: folder.id,
})
const actor = (await api.get('actors/?limit=200')).results.find(one => one.email === dana.email)

/** An audit with all but its last requirement assigned to Dana, open for answers. */
async function assigned(name, more = {}) {
  const values = { name, folder: folder.id, framework: framework.id, due_date: '2026-04-30', ...more }
  const audit = await api.post('compliance-assessments/', values)
  const rows = (await api.get(`requirement-assessments/?compliance_assessment=${audit.id}&ordering=order_id`))
    .results
  const byRef = Object.fromEntries(rows.map(row => [row.requirement.ref_id, row]))
  const assignment = await api.post('requirement-assignments/', {
    compliance_assessment: audit.id,
    actor: [actor.id],
    requirement_assessments: rows.filter(row => row.requirement.ref_id !== 'INT.1').map(row => row.id),
  })
  await api.post(`requirement-assignments/${assignment.id}/set_status/`, { status: 'in_progress' })
  return { audit, byRef, assignment }
}
const answersOf = async row => (await api.get(`answers/?requirement_assessment=${row.id}&limit=50`)).results
const resultIs = (row, result) =>
  eventually(async () => (await api.get(`requirement-assessments/${row.id}/`)).result === result)
const saved = page => page.getByText('Saved', { exact: true }).waitFor()
const next = page => page.getByRole('button', { name: 'Next' }).click()
const screen = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor()

for (const [dark, narrow, language] of [
  [false, true, 'en-GB'],
  [true, false, 'fr-FR'],
])
  test(`is accessible, ${language}${dark ? ', dark' : ''}`, { as: dana, dark, narrow, language }, async ({
    page,
  }) => {
    const { assignment, byRef } = await assigned(`Looks ${language}`)
    await page.goto('/questionnaires')
    await settled(page)
    await accessible(page)
    for (const at of [byRef['ACC.1'].id, byRef['ACC.2'].id, byRef['BAK.1'].id, 'all']) {
      await page.goto(`/questionnaires/${assignment.id}?at=${at}`)
      await screen(page)
      await settled(page)
      await accessible(page)
    }
  })

test('a supplier answers on a phone and submits, and changes it when the reviewer asks', {
  as: dana,
  narrow: true,
}, async ({ page }) => {
  const { byRef, assignment } = await assigned('Yearly check')
  // They land on what waits for them, and nothing else is told.
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'My questionnaires' }).waitFor()
  await page.getByRole('link', { name: 'Yearly check' }).click()
  await screen(page, 'Sign-in of administrators')
  assert.equal(await page.getByRole('navigation').count(), 0)

  // A question follows from an answer.
  assert.equal(await page.getByLabel('What is missing?').count(), 0)
  await page.getByRole('radio', { name: 'Partly' }).check()
  await page.getByLabel('What is missing?').fill('Two batch servers.')
  await page.getByLabel('By when will it be done?').fill('2026-06-30')
  await saved(page)
  await resultIs(byRef['ACC.1'], 'partially_compliant')
  await page.getByLabel('Comment').fill('The change board has agreed.')
  await eventually(
    async () =>
      (await api.get(`requirement-assessments/${byRef['ACC.1'].id}/`)).observation ===
      'The change board has agreed.',
  )
  await page.locator('input[type=file]').setInputFiles({
    name: 'sign-in-policy.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Administrators use passkeys.\n'),
  })
  await page.getByText('sign-in-policy').waitFor()
  assert.equal((await api.get(`requirement-assessments/${byRef['ACC.1'].id}/`)).evidences.length, 1)
  await next(page)

  // Going on does not wait for saving; what is missing is told.
  await screen(page, 'Review of access')
  await page.getByRole('checkbox', { name: 'Staff accounts' }).check()
  await page.getByLabel('How many accounts were reviewed?').fill('many')
  await page.getByText('Enter a number.').waitFor()
  await page.getByLabel('How many accounts were reviewed?').fill('1 214,5')
  await next(page)
  await screen(page, 'Tested restore')
  await next(page)
  await screen(page, 'Check and submit')
  await page.getByText('2 requirements are incomplete').waitFor()
  assert.equal(await page.getByText('Internal matter').count(), 0)
  assert.ok(await page.getByRole('button', { name: 'Submit answers' }).isDisabled())
  await page.getByRole('button', { name: 'Go to the first one' }).click()
  await screen(page, 'Review of access')
  await page.getByRole('radio', { name: 'Yes' }).check()
  await resultIs(byRef['ACC.2'], 'compliant')
  assert.ok((await answersOf(byRef['ACC.2'])).some(one => one.value === 1214.5))
  await next(page)
  await page.getByRole('radio', { name: 'Compliant', exact: true }).check()
  await next(page)
  await page.getByRole('button', { name: 'Submit answers' }).click()
  await screen(page, 'Submitted')
  assert.equal((await api.get(`requirement-assignments/${assignment.id}/`)).status, 'submitted')
  // Submitted answers can be read only.
  await page.getByRole('button', { name: /Sign-in of administrators/ }).click()
  await page.getByText('Two batch servers.').waitFor()
  assert.equal(await page.getByRole('radio').count(), 0)

  await api.post(`requirement-assignments/${assignment.id}/set_status/`, {
    status: 'changes_requested',
    observation: 'Name the batch servers.',
  })
  await page.goto('/')
  await page.getByText('Name the batch servers.').waitFor()
  await page.getByRole('link', { name: 'Yearly check' }).click()
  await page.getByText('Changes requested on').waitFor()
  await page.getByRole('button', { name: /Sign-in of administrators/ }).click()
  await page.getByLabel('What is missing?').fill('Batch servers 7 and 9.')
  await saved(page)
  await page.getByRole('button', { name: 'All requirements' }).click()
  await page.getByRole('button', { name: 'Submit answers' }).click()
  await screen(page, 'Submitted')
})

test('what is typed offline is sent later, and nobody’s answer is overwritten', {
  as: dana,
  refused: [412],
}, async ({ page, context }) => {
  const { byRef, assignment } = await assigned('On the train')
  const row = byRef['ACC.1']
  await page.goto(`/questionnaires/${assignment.id}`)
  await screen(page, 'Sign-in of administrators')
  await page.getByRole('radio', { name: 'Partly' }).check()
  await saved(page)
  await context.setOffline(true)
  await page.getByLabel('What is missing?').fill('Typed in a tunnel.')
  await page.getByText('Offline, will retry').waitFor()
  // The person goes on meanwhile.
  await next(page)
  await screen(page, 'Review of access')
  await context.setOffline(false)
  await eventually(async () => (await answersOf(row)).some(one => one.value === 'Typed in a tunnel.'))
  await saved(page)

  await page.getByRole('button', { name: 'Back', exact: true }).click()
  const field = page.getByLabel('What is missing?')
  await field.fill('Mine.')
  await saved(page)
  const own = (await answersOf(row)).find(one => one.value === 'Mine.')
  await api.patch(`answers/${own.id}/`, { value: 'Theirs.' })
  await field.fill('Mine again.')
  await page.getByText('Someone else changed this answer to “Theirs.”').waitFor()
  assert.equal((await api.get(`answers/${own.id}/`)).value, 'Theirs.')
  await accessible(page)
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await eventually(async () => (await api.get(`answers/${own.id}/`)).value === 'Mine again.')
})

test('respondents see and set only what the audit lets them', { as: dana }, async ({ page }) => {
  const { assignment, byRef } = await assigned('Strict', {
    field_visibility: {
      result: { respondent: 'hidden' },
      observation: { respondent: 'read' },
      evidences: { respondent: 'hidden' },
    },
  })
  await api.patch(`requirement-assessments/${byRef['BAK.1'].id}/`, { observation: 'Seen on site.' })
  await page.goto(`/questionnaires/${assignment.id}?at=${byRef['BAK.1'].id}`)
  await screen(page, 'Tested restore')
  await page.getByText('Seen on site.').waitFor()
  assert.equal(await page.getByRole('radio').count(), 0)
  assert.equal(await page.getByRole('textbox').count(), 0)
  assert.equal(await page.getByText('Add a file or photo').count(), 0)
})
