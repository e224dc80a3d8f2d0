// Working on an audit together: what is stale and why, questions, assignments, reports.

import { audits } from './support/audits.mjs'
import { accessible, assert, becomes, eventually, hold, settled, site, take } from './support.mjs'

const { test, api, url } = await site()
const { frameworkOf, shipped, folderNamed, assessable } = audits({ api, url })

const baseline = await shipped('security-baseline')
const vendor = await shipped('vendor-questionnaire')
const folder = await folderNamed('Cards & payments')
const made = (name, framework = baseline, more = {}) =>
  api.post('compliance-assessments/', { name, folder: folder.id, framework: framework.id, ...more })
const row = id => api.get(`requirement-assessments/${id}/`)
const open = async (page, audit, search = '') => {
  await page.goto(`/compliance-assessments/${audit.id}${search}`)
  await page.getByRole('list', { name: 'Requirements' }).waitFor()
  await settled(page)
}
const panel = page => page.locator('[data-panel]')

test('what is stale says why, in the panel, the sections and the filter', async ({ page }) => {
  const audit = await made('With old evidence')
  const [first, second] = await assessable(audit)
  const review = await api.post('evidences/', {
    name: 'Access review, Q2',
    folder: folder.id,
    status: 'approved',
    expiry_date: '2026-02-28',
  })
  const control = await api.post('applied-controls/', {
    name: 'Leaver process',
    folder: folder.id,
    status: 'active',
  })
  await api.patch(`applied-controls/${control.id}/`, { status: 'deprecated' })
  await api.patch(`requirement-assessments/${first.id}/`, { result: 'compliant', evidences: [review.id] })
  await api.patch(`requirement-assessments/${second.id}/`, {
    result: 'compliant',
    applied_controls: [control.id],
  })
  await open(page, audit, `?req=${first.requirement.id}`)
  await panel(page).getByText('expired on 28 Feb').waitFor()
  await accessible(page)
  await page.getByRole('button', { name: '2 stale' }).click()
  await eventually(async () => (await page.locator('[data-line]').count()) === 2)
  await page.locator(`[data-line="${second.requirement.id}"]`).click()
  await panel(page).getByRole('link', { name: 'Leaver process' }).first().waitFor()
  await panel(page).getByText('is no longer active: Deprecated').waitFor()
  await page.getByRole('tab', { name: 'Sections' }).click()
  await page.getByText('Access review, Q2 expired on 28 Feb').waitFor()
})

test('questions are answered in the panel, saved while typing, and decide the result', async ({ page }) => {
  const audit = await made('A supplier', vendor)
  const rows = await assessable(audit)
  const [profile] = rows
  await open(page, audit, `?req=${profile.requirement.id}`)
  const answer = async text => {
    const { results } = await api.get(`answers/?requirement_assessment=${profile.id}`)
    return results.find(one => one.question.str.startsWith(text))
  }
  await panel(page).getByRole('textbox', { name: 'Which service do you provide' }).fill('Payment routing')
  await panel(page).getByText('Saved', { exact: true }).waitFor()
  await eventually(async () => (await answer('Which service'))?.value === 'Payment routing')
  await panel(page).getByRole('textbox', { name: 'How many people' }).fill('1 250,5')
  await eventually(async () => (await answer('How many people'))?.value === 1250.5)
  await panel(page).getByRole('textbox', { name: 'How many people' }).fill('many')
  await panel(page).getByText('Enter a number.').waitFor()
  await panel(page).getByRole('textbox', { name: 'How many people' }).fill('40')
  await eventually(async () => (await answer('How many people'))?.value === 40)
  // The next question is asked only after this choice.
  const group = panel(page).getByRole('group', { name: 'Where is our data stored' }).last()
  const before = await panel(page).getByRole('textbox').count()
  await group.getByRole('checkbox', { name: 'Elsewhere' }).check()
  await eventually(async () => (await panel(page).getByRole('textbox').count()) === before + 1)
  await group.getByRole('checkbox', { name: 'Elsewhere' }).uncheck()
  await eventually(async () => (await panel(page).getByRole('textbox').count()) === before)
  await eventually(async () => (await answer('Where is our data')).selected_choices.length === 0)
  await accessible(page)

  // A choice that decides the result, which the list shows without being asked.
  const rated = rows[2]
  await page.locator(`[data-line="${rated.requirement.id}"]`).click()
  const radio = panel(page).getByRole('radio').first()
  await radio.check()
  for (const date of await panel(page).locator('input[type=date]').all()) await date.fill('2026-01-15')
  await eventually(async () => (await row(rated.id)).result !== 'not_assessed')
  const { result } = await row(rated.id)
  assert.equal(result, 'compliant')
  await eventually(async () =>
    (await page.locator(`[data-line="${rated.requirement.id}"]`).textContent()).includes('Compliant'),
  )
  // Answers are there after a reload, and one by one shows them large.
  await page.reload()
  await settled(page)
  await eventually(async () => panel(page).getByRole('radio').first().isChecked())
  await page.keyboard.press('o')
  await page.getByRole('heading', { level: 2, name: rated.requirement.name }).waitFor()
  await eventually(() => page.getByRole('radio').first().isChecked())
  await accessible(page)
})

test('an answer that someone else changed is replaced only when asked to', { refused: [412] }, async ({
  page,
}) => {
  const audit = await made('Two at one question', vendor)
  const [profile] = await assessable(audit)
  await open(page, audit, `?req=${profile.requirement.id}`)
  const field = panel(page).getByRole('textbox', { name: 'Which service do you provide' })
  await field.fill('Routing')
  await panel(page).getByText('Saved', { exact: true }).waitFor()
  const answer = async () => (await api.get(`answers/?requirement_assessment=${profile.id}`)).results[0]
  await api.patch(`answers/${(await answer()).id}/`, { value: 'Hosting' })
  await field.fill('Routing and hosting')
  await panel(page).getByText('Someone else changed this answer', { exact: false }).waitFor()
  assert.equal((await answer()).value, 'Hosting')
  await panel(page).getByRole('button', { name: 'Keep mine' }).click()
  await eventually(async () => (await answer()).value === 'Routing and hosting')
})

test('results that are set for many at once count as progress, and are undone together', async ({ page }) => {
  const audit = await made('All at once')
  const rows = await assessable(audit)
  await open(page, audit)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: `Select all ${rows.length}` })
    .click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Set result' }).click()
  await page.getByRole('menuitem', { name: 'Compliant', exact: true }).click()
  const progress = async () => (await api.get(`compliance-assessments/${audit.id}/`)).progress
  await eventually(async () => (await progress()) === 100)
  await eventually(async () => (await row(rows.at(-1).id)).result === 'compliant')
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await progress()) === 0)
  await eventually(async () => (await row(rows[0].id)).result === 'not_assessed')
})

test('requirements are assigned, reviewed, sent back and closed', async ({ page }) => {
  const audit = await made('Shared work')
  const rows = await assessable(audit)
  await open(page, audit)
  await page.getByRole('tab', { name: 'Assignments' }).click()
  await page.getByText('No assignments yet').waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Select requirements' }).click()
  await page.getByRole('checkbox', { name: `Select ${rows[0].requirement.ref_id}`, exact: true }).click()
  await page
    .getByRole('checkbox', { name: `Select ${rows[2].requirement.ref_id}`, exact: true })
    .click({ modifiers: ['Shift'] })
  await page.getByText('3 selected').waitFor()
  await accessible(page)
  await page.getByRole('toolbar').getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign 3 requirements' })
  await dialog.getByRole('button', { name: 'People or teams' }).click()
  await take(dialog, 'Ingrid Solberg')
  await page.keyboard.press('Escape')
  await accessible(page)
  await eventually(() => dialog.getByRole('button', { name: 'Assign', exact: true }).isEnabled())
  const release = await hold(page, /requirement-assignments\/\?/)
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByText('3 requirements assigned').waitFor()
  const own = async () =>
    (await api.get(`requirement-assignments/?compliance_assessment=${audit.id}`)).results
  const [assignment] = await own()
  assert.equal(assignment.status, 'in_progress')
  assert.equal(assignment.requirement_assessments.length, 3)

  // Someone who has an open assignment gets more of it, also before the page has heard of it.
  await page.locator(`[data-line="${rows[4].requirement.id}"]`).click()
  await page.keyboard.press('a')
  const more = page.getByRole('dialog', { name: 'Assign 1 requirement' })
  await more.getByRole('button', { name: 'People or teams' }).click()
  await take(more, 'Ingrid Solberg')
  await page.keyboard.press('Escape')
  assert.ok(await more.getByRole('button', { name: 'Assign', exact: true }).isDisabled())
  release()
  await more.getByRole('button', { name: 'Assign', exact: true }).click()
  await eventually(async () => (await own())[0].requirement_assessments.length === 4)
  assert.equal((await own()).length, 1)

  await page.getByRole('tab', { name: 'Assignments' }).click()
  await page.getByText('0 of 4 requirements assessed').click()
  await eventually(async () => (await page.locator('[data-line]').count()) === 4)
})

test('a submitted assignment is reviewed, sent back with a reason, and closed', async ({ page }) => {
  const audit = await made('Under review')
  const rows = await assessable(audit)
  const me = await api.get('current-user/').catch(() => null)
  const actor = me?.actor_id ?? (await api.get('actors/?limit=1')).results[0].id
  const assignment = await api.post('requirement-assignments/', {
    compliance_assessment: audit.id,
    actor: [actor],
    requirement_assessments: [rows[0].id, rows[1].id],
  })
  await page.goto(`/compliance-assessments/${audit.id}?tab=assignments`)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const status = async () => (await api.get(`requirement-assignments/${assignment.id}/`)).status
  await eventually(async () => (await status()) === 'in_progress')
  for (const one of rows.slice(0, 2))
    await api.patch(`requirement-assessments/${one.id}/`, { result: 'compliant' })
  await page.getByRole('button', { name: 'Submit' }).click()
  await eventually(async () => (await status()) === 'submitted')
  await page.getByRole('button', { name: 'Review' }).click()
  await eventually(async () => (await page.locator('[data-line]').count()) === 2)
  await page.getByRole('button', { name: 'Request changes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Name the systems.')
  await dialog.getByRole('button', { name: 'Request changes' }).click()
  await eventually(async () => (await status()) === 'changes_requested')
  await page.getByText('Name the systems.').first().waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Accept and close' }).click()
  await eventually(async () => (await status()) === 'closed')
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
})

test('reports are saved, and long ones are made by a job', async ({ page }) => {
  const audit = await made('For the auditor')
  await open(page, audit)
  const names = {
    'Report as PDF': /\.pdf$/,
    'Report as Word document': /\.docx$/,
    'Excel workbook': /\.xlsx$/,
    'Requirements as CSV': /\.csv$/,
    'Statement of applicability (Word)': /applicability\.docx$/,
    'Action plan (CSV)': /action plan\.csv$/,
  }
  for (const [name, file] of Object.entries(names)) {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name, exact: true }).click(),
    ])
    assert.match(download.suggestedFilename(), file)
  }
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Action plan (Word)' }).click()
  const dialog = page.getByRole('dialog')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^Download/ }).click(),
  ])
  assert.match(download.suggestedFilename(), /action plan\.docx$/)
})

test('a control that is dropped on the panel is linked', async ({ page }) => {
  const audit = await made('By dropping')
  const [first] = await assessable(audit)
  const control = await api.post('applied-controls/', { name: 'Gate watch', folder: folder.id })
  await open(page, audit)
  await panel(page).getByRole('textbox', { name: 'Observation' }).waitFor()
  const carried = await page.evaluateHandle(id => {
    const data = new DataTransfer()
    data.setData('text/uri-list', `${window.location.origin}/applied-controls/${id}`)
    return data
  }, control.id)
  await panel(page).dispatchEvent('dragover', { dataTransfer: carried })
  await panel(page).dispatchEvent('drop', { dataTransfer: carried })
  await panel(page).getByRole('link', { name: 'Gate watch' }).waitFor()
  await eventually(async () => (await row(first.id)).applied_controls.length === 1)
})

test('the keys reach the observation, and the help lists them', async ({ page }) => {
  const audit = await made('By keys')
  await open(page, audit)
  await panel(page).getByRole('textbox', { name: 'Observation' }).waitFor()
  await page.keyboard.press('e')
  await page.keyboard.type('Seen')
  await becomes(() => panel(page).getByRole('textbox', { name: 'Observation' }).inputValue(), 'Seen')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Write an observation').waitFor()
})

const TARGET = `urn: urn:test:risk:library:harbour
locale: en
ref_id: harbour
name: Harbour code
version: 1
provider: test
packager: test
copyright: test
dependencies: [urn:cairn:risk:library:security-baseline]
objects:
  framework:
    urn: urn:test:risk:framework:harbour
    ref_id: harbour
    name: Harbour code
    requirement_nodes:
${[1, 2, 3]
  .map(
    at => `    - urn: urn:test:risk:req_node:harbour:${at}
      assessable: true
      depth: 1
      ref_id: H.${at}
      name: Rule ${at}
`,
  )
  .join('')}  requirement_mapping_sets:
  - urn: urn:test:risk:req_mapping_set:harbour
    ref_id: baseline-harbour
    name: Security baseline to Harbour code
    source_framework_urn: urn:cairn:risk:framework:security-baseline
    target_framework_urn: urn:test:risk:framework:harbour
    requirement_mappings:
    - source_requirement_urn: urn:cairn:risk:req_node:security-baseline:gov.1
      target_requirement_urn: urn:test:risk:req_node:harbour:1
      relationship: equal
    - source_requirement_urn: urn:cairn:risk:req_node:security-baseline:gov.2
      target_requirement_urn: urn:test:risk:req_node:harbour:2
      relationship: intersect
`

test('what it says about another framework is live, and every line has its reason', async ({ page }) => {
  await frameworkOf(TARGET, 'harbour.yaml')
  const audit = await made('Says something')
  const rows = await assessable(audit)
  for (const one of rows.slice(0, 2))
    await api.patch(`requirement-assessments/${one.id}/`, { result: 'compliant' })
  await open(page, audit)
  await page.getByRole('button', { name: /What does this audit say about….*2 of 3/ }).click()
  const list = page.getByRole('dialog', { name: 'What does this audit say about…' })
  await list.getByText('2 of 3 answered by this audit, 1 still open').waitFor()
  await accessible(page)
  await list.getByRole('button', { name: /Harbour code/ }).click()
  const lines = page.getByRole('list', { name: 'Requirements' }).getByRole('listitem')
  await lines.filter({ hasText: 'H.1' }).getByText('Same result as GOV.1.').waitFor()
  await lines.filter({ hasText: 'H.2' }).getByText('GOV.2 covers only part of it.').waitFor()
  await lines.filter({ hasText: 'H.3' }).getByText('No mapping leads to this requirement.').waitFor()
  await accessible(page)
  await page.getByRole('button', { name: /^Still open/ }).click()
  await eventually(async () => (await page.getByText(/^Rule \d$/).count()) === 1)
  // It follows the audit, and each source opens there.
  await api.patch(`requirement-assessments/${rows[0].id}/`, { result: 'non_compliant' })
  await page.reload()
  await lines.filter({ hasText: 'H.1' }).getByText('Non-compliant').waitFor()
  await lines
    .filter({ hasText: 'H.1' })
    .getByRole('button', { name: /GOV\.1/ })
    .click()
  await page.locator(`[data-line="${rows[0].requirement.id}"][aria-current]`).waitFor()
})
