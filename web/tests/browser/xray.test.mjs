// X-rays: what is inconsistent is found, put right with one click or one field, and gone.

import { audits } from './support/audits.mjs'
import { assessed } from './support/risks.mjs'
import { accessible, assert, becomes, eventually, hold, now, settled, site } from './support.mjs'

const { test, api, url } = await site()
const { shipped } = audits({ api, url })
const ACCEPTED = 'The treatment is accept, but no risk acceptance is in effect.'
const BACK = 'Set the treatment back to open'
const treatment = async one => (await api.get(`risk-scenarios/${one.id}/`)).treatment
const finding = (page, message) => page.getByRole('region', { name: message })
const pause = ms => new Promise(resolve => setTimeout(resolve, ms))

/** An assessment in which two scenarios count as accepted although nobody has accepted them. */
async function careless(name, more = {}) {
  const { assessment, scenarios } = await assessed(api, name, { more })
  const wrong = [scenarios[5], scenarios[6]]
  await api.patch(`risk-scenarios/${wrong[1].id}/`, { treatment: 'accept' })
  return { assessment, scenarios, wrong }
}

test('what is found is fixed with one click, and gone', async ({ page }) => {
  const { assessment, wrong } = await careless('One click')
  await page.goto(`/risk-assessments/${assessment.id}`)
  await page.getByRole('tab', { name: 'X-ray' }).click()
  const found = finding(page, ACCEPTED)
  await found.getByText('2 risk scenarios').waitFor()
  await found.getByText('Error', { exact: true }).waitFor()
  await accessible(page)
  await found.getByRole('button', { name: `${BACK} : ${wrong[0].name}` }).click()
  await found.getByText('1 risk scenario', { exact: true }).waitFor()
  assert.equal(await treatment(wrong[0]), 'open')
  await becomes(() => found.getByRole('link', { name: wrong[0].name }).count(), 0)
  // It can be taken back.
  await page.getByRole('button', { name: 'Undo' }).click()
  await found.getByText('2 risk scenarios').waitFor()
  assert.equal(await treatment(wrong[0]), 'accept')
})

test('all of them are fixed after a question that says what will change', async ({ page }) => {
  const { assessment, wrong } = await careless('All at once')
  await page.goto(`/risk-assessments/${assessment.id}?tab=xray`)
  const found = finding(page, ACCEPTED)
  await found.getByRole('button', { name: 'Fix all 2' }).click()
  const dialog = page.getByRole('dialog', { name: BACK })
  for (const one of wrong) await dialog.getByText(one.name).waitFor()
  await dialog.getByText('Treatment', { exact: true }).waitFor()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Fix all 2' }).click()
  await found.getByText('Fixed').waitFor()
  assert.deepEqual(await Promise.all(wrong.map(treatment)), ['open', 'open'])
  await accessible(page)
  // Who comes back finds it no more.
  await page.reload()
  await settled(page)
  assert.equal(await found.count(), 0)
})

test('one field is filled in where it was found', async ({ page }) => {
  const { assessment, scenarios } = await assessed(api, 'One field', { bare: 1 })
  await page.goto(`/risk-assessments/${assessment.id}?tab=xray`)
  const found = finding(page, 'The current impact is not rated.')
  await found.getByRole('button', { name: /^Rate the current impact/ }).click()
  const level = found.getByRole('combobox', { name: 'Current impact' })
  await level.and(page.locator(':focus')).waitFor()
  await accessible(page)
  await level.selectOption('Major')
  await found.getByRole('button', { name: 'Save' }).click()
  await found.getByText('Fixed').waitFor()
  assert.equal((await api.get(`risk-scenarios/${scenarios[0].id}/`)).current_impact, 3)
})

test('fields that belong together are set together, and come back together', async ({ page }) => {
  const { assessment, scenarios } = await assessed(api, 'Together')
  const [one] = scenarios
  await api.patch(`risk-scenarios/${one.id}/`, { inherent_proba: 0, inherent_impact: 1 })
  const inherent = async () => {
    const row = await api.get(`risk-scenarios/${one.id}/`)
    return [row.inherent_proba, row.inherent_impact].join()
  }
  await page.goto(`/risk-assessments/${assessment.id}?tab=xray`)
  const found = finding(page, 'The current risk is higher than the inherent risk.')
  await found.getByRole('button', { name: /^Clear the inherent rating/ }).click()
  await found.getByText('Fixed').waitFor()
  assert.equal(await inherent(), '-1,-1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await found.getByRole('link', { name: one.name }).waitFor()
  assert.equal(await inherent(), '0,1')
})

test('an audit has one too, and nothing is claimed before the checks have run', async ({ page }) => {
  const framework = await shipped('security-baseline')
  const { id: folder } = await api.post('folders/', { name: 'Audited' })
  const audit = await api.post('compliance-assessments/', {
    name: 'Baseline',
    framework: framework.id,
    folder,
    status: 'in_progress',
  })
  const release = await hold(page, '**/quality_check/**')
  await page.goto(`/compliance-assessments/${audit.id}?tab=xray`)
  await page.getByRole('tabpanel').getByRole('status').waitFor()
  assert.equal(await page.getByText('No problems found').count(), 0)
  release()
  await page.getByRole('button', { name: /^Assign authors/ }).waitFor()
  await settled(page)
  await accessible(page)
})

test('a finding leads to the list that shows it', async ({ page }) => {
  const { assessment } = await assessed(api, 'Many', { bare: 7 })
  await page.goto(`/risk-assessments/${assessment.id}?tab=xray`)
  const found = finding(page, 'The current impact is not rated.')
  await found.getByRole('button', { name: 'Show 2 more' }).click()
  await becomes(() => found.getByRole('link', { name: /^Scenario \d/ }).count(), 7)
  await found.getByRole('link', { name: 'All 7' }).click()
  await page.getByText('7 records').waitFor()
})

test('a domain has one too, on a phone in the dark', { narrow: true, dark: true }, async ({ page }) => {
  const domain = await api.post('folders/', { name: 'Claims' })
  const { wrong } = await careless('Domain', { folder: domain.id })
  await page.goto(`/folders/${domain.id}?tab=xray`)
  const found = finding(page, ACCEPTED)
  await found.waitFor()
  await accessible(page)
  const fix = found.getByRole('button', { name: `Fix: ${BACK}: ${wrong[0].name}` })
  await fix.click()
  await eventually(async () => (await treatment(wrong[0])) === 'open')
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
})

test('the past is only looked at', async ({ page }) => {
  const { assessment, wrong } = await careless('Earlier')
  await pause(1100)
  const then = new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z')
  await pause(1100)
  for (const one of wrong) await api.patch(`risk-scenarios/${one.id}/`, { treatment: 'open' })
  await page.goto(`/risk-assessments/${assessment.id}?tab=xray&as_of=${then}`)
  const found = finding(page, ACCEPTED)
  await found.getByRole('link', { name: wrong[0].name }).waitFor()
  assert.equal(await found.getByRole('button').count(), 0)
})
