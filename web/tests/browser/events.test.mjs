// Incidents with their timeline, vulnerabilities with their due date, exceptions and whoever decides about them.

import { accessible, assert, eventually, settled, site } from './support.mjs'

const { test, api } = await site()

test('an incident is handled from its page, and its timeline says what happened', async ({ page }) => {
  const incident = await api.post('incidents/', { name: 'Mail server down', severity: 2 })
  await page.goto(`/incidents/${incident.id}`)
  await settled(page)
  await page.getByText('Record what happened and when.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Start response' }).click()
  const timeline = page.getByRole('list').filter({ has: page.getByText('Status changed') })
  await timeline.waitFor()
  await eventually(async () => (await api.get(`incidents/${incident.id}/`)).status === 'ongoing')

  await page.getByRole('button', { name: 'Add entry' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Event').fill('Switched to the spare server')
  await dialog.getByRole('button', { name: /^(Create|Save)/ }).click()
  await timeline.getByText('Switched to the spare server').waitFor()
  assert.equal((await api.get(`timeline-entries/?incident=${incident.id}`)).count, 2)
  await accessible(page)

  const more = words =>
    timeline
      .getByRole('listitem')
      .filter({ hasText: words })
      .getByRole('button', { name: 'Entry actions' })
      .click()
  await more('Switched to the spare server')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await accessible(page)
  await dialog.getByLabel('Event').fill('Mail runs on the spare server')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await timeline.getByText('Mail runs on the spare server').waitFor()
  assert.match(page.url(), /\/incidents\//, 'the page of the incident stays')

  await more('Mail runs on the spare server')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await eventually(async () => (await api.get(`timeline-entries/?incident=${incident.id}`)).count === 1)
})

test('an entry of a timeline leads to its evidence without loading the page again', async ({ page }) => {
  const incident = await api.post('incidents/', { name: 'Lost laptop', severity: 3 })
  const evidence = await api.post('evidences/', { name: 'Police report' })
  const entry = {
    incident: incident.id,
    entry: 'Reported',
    entry_type: 'observation',
    evidences: [evidence.id],
  }
  await api.post('timeline-entries/', entry)
  await page.goto(`/incidents/${incident.id}`)
  await settled(page)
  await page.evaluate(() => {
    window.stayed = true
  })
  await page.getByRole('link', { name: 'Police report' }).click()
  await page.getByRole('heading', { level: 1, name: 'Police report' }).waitFor()
  assert.equal(await page.evaluate(() => window.stayed), true)
})

test('a vulnerability gets its due date from its severity, and is settled', async ({ page }) => {
  const made = await api.post('vulnerabilities/', { name: 'Old TLS library', detected_at: '2026-03-01' })
  assert.equal(made.due_date, null)
  await page.goto(`/vulnerabilities/${made.id}`)
  await settled(page)
  await page.getByRole('button', { name: 'Set severity' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Severity').selectOption('Critical')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await eventually(async () => (await api.get(`vulnerabilities/${made.id}/`)).due_date === '2026-03-16')
  await accessible(page)
})

test('an exception waits for its approver, who approves it on its page', async ({ page }) => {
  const [me] = (await api.get('users/?email=admin@fjord.example')).results
  const body = { name: 'Legacy VPN until migration', approver: me.id, expiration_date: '2026-09-30' }
  const made = await api.post('security-exceptions/', body)
  await page.goto(`/security-exceptions/${made.id}`)
  await settled(page)
  await page.getByRole('button', { name: 'Send for review' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await accessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Exception approved').waitFor()
  assert.equal((await api.get(`security-exceptions/${made.id}/`)).status, 'approved')
  await page.getByRole('button', { name: 'End exception' }).waitFor()
})
