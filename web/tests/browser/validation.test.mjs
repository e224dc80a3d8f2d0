// A validation from the request to the lock: submitted, sent back, approved by two, and what has changed since.
import { accessible, assert, becomes, field, settled, site, take } from './support.mjs'

const { test, api } = await site()
const root = (await api.get('folders/org_tree/')).uuid
const [it] = (await api.get('folders/?name=Information%20technology')).results
const role = (await api.get('roles/?limit=50')).results.find(one => one.name === 'Analyst')

/** Someone who can look at everything and sign in. */
async function person(first, last) {
  const known = { email: `${first.toLowerCase()}@fjord.example`, password: 'Granite-Lichen-4712' }
  const { id } = await api.post('users/', { email: known.email, first_name: first, last_name: last })
  await api.post('iam/set-password/', { user: id, new_password: known.password })
  const given = { user: id, role: role.id, perimeter_folders: [root], is_recursive: true, folder: root }
  await api.post('role-assignments/', { ...given, name: `${first} analyses` })
  return { ...known, id }
}
const cleo = await person('Cleo', 'Berg')
const nils = await person('Nils', 'Haug')

const review = await api.post('findings-assessments/', {
  name: 'Yearly penetration test',
  folder: it.id,
  status: 'in_review',
})
const finding = await api.post('findings/', {
  name: 'Weak cipher on the gateway',
  findings_assessment: review.id,
  severity: 2,
})
const flows = async () => (await api.get('validation-flows/?ordering=created_at')).results
let flow = ''

/** Presses a button of the decision and says why. */
async function decide(page, button, words) {
  const decision = page.getByRole('region', { name: 'Decision' })
  await decision.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (words) await dialog.getByRole('textbox').fill(words)
  await accessible(page)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a review is submitted to two approvers', async ({ page }) => {
  await page.goto('/validation-flows/new')
  await settled(page)
  const pick = async (label, words) => {
    await field(page, label).click()
    await take(page, words)
    // Where several can be taken, the list stays open.
    if (await page.getByRole('listbox').count()) await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
  }
  await pick('Domain', 'Information technology')
  await pick('Approver', 'Cleo Berg')
  await pick('Other approvers', 'Nils Haug')
  await field(page, 'Approvals needed').fill('2')
  await pick('Findings reviews', 'Yearly penetration test')
  await accessible(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('0 of 2 approvals').waitFor()
  const decision = page.getByRole('region', { name: 'Decision' })
  assert.equal(
    await decision.getByRole('button', { name: 'Approve' }).count(),
    0,
    'nobody approves their own',
  )
  await page.getByText('Never validated before').waitFor()
  await accessible(page)
  flow = (await flows())[0].id
})

test('an approver finds it among their work and sends it back', { as: cleo }, async ({ page }) => {
  await page.goto('/my-work?scope=mine')
  await settled(page)
  await page
    .getByRole('link', { name: /Yearly penetration test/ })
    .first()
    .click()
  await page.getByText('0 of 2 approvals').waitFor()
  await decide(page, 'Request changes', 'The severity of the cipher is too low.')
  await page.getByText('The severity of the cipher is too low.').waitFor()
})

test('it is changed and submitted again', async ({ page }) => {
  await api.patch(`findings/${finding.id}/`, { severity: 3 })
  await page.goto(`/validation-flows/${flow}`)
  await settled(page)
  await decide(page, 'Resubmit')
  await page.getByText('0 of 2 approvals').waitFor()
})

test('one approval of two is not enough', { as: cleo }, async ({ page }) => {
  await page.goto(`/validation-flows/${flow}`)
  await settled(page)
  await decide(page, 'Approve')
  await page.getByText('1 of 2 approvals').waitFor()
  const decision = page.getByRole('region', { name: 'Decision' })
  await decision.getByRole('img', { name: 'Approved' }).waitFor()
  await becomes(() => decision.getByRole('button', { name: 'Approve', exact: true }).count(), 0)
  assert.equal((await flows())[0].status, 'submitted')
})

test('the second approval accepts it and locks the review', { as: nils, dark: true }, async ({ page }) => {
  await page.goto(`/validation-flows/${flow}`)
  await settled(page)
  await accessible(page)
  await decide(page, 'Approve', 'As agreed.')
  await page.getByText(/locked until an approver revokes/).waitFor()
  assert.equal((await flows())[0].status, 'accepted')
  assert.equal((await api.get(`findings-assessments/${review.id}/`)).is_locked, true)
})

test('the next validation shows what has changed since', { as: nils, narrow: true }, async ({
  page,
  session,
}) => {
  const asCleo = await session(cleo)
  await asCleo.post(`validation-flows/${flow}/revoke/`, { event_notes: 'The cipher is back.' })
  await api.patch(`findings/${finding.id}/`, { name: 'Broken cipher on the gateway', severity: 4 })
  const next = await api.post('validation-flows/', {
    folder: it.id,
    approver: nils.id,
    findings_assessments: [review.id],
  })
  await page.goto(`/validation-flows/${next.id}`)
  await settled(page)
  await page.getByText(/changes? since VAL\.000001/).waitFor()
  await page.getByText('Broken cipher on the gateway').first().waitFor()
  await page.getByText('Weak cipher on the gateway').first().waitFor()
  await accessible(page)
  await decide(page, 'Reject', 'Fix it first.')
  await becomes(async () => (await flows())[1].status, 'rejected')
})
