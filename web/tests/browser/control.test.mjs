// The page of a control: the risks it reduces, the requirements it meets, and what it costs.

import { audits } from './support/audits.mjs'
import { assessed } from './support/risks.mjs'
import { accessible, settled, site } from './support.mjs'

const { test, api, url } = await site()
const { shipped, assessable } = audits({ api, url })

const { scenarios } = await assessed(api, 'Claims')
const ofScenario = await api.get(`risk-scenarios/${scenarios[0].id}/`)
const named = name =>
  [...ofScenario.applied_controls, ...ofScenario.existing_applied_controls].find(one => one.str === name).id
const planned = named('Network zones, Claims')
const existing = named('Daily backups, Claims')

test('a planned control says which risks it will reduce, what it meets and what it costs', async ({
  page,
}) => {
  const framework = await shipped('security-baseline')
  const audit = await api.post('compliance-assessments/', { name: 'Baseline 2026', framework: framework.id })
  const [first, second] = await assessable(audit)
  for (const [row, result] of [
    [first, 'compliant'],
    [second, 'partially_compliant'],
  ])
    await api.patch(`requirement-assessments/${row.id}/`, { applied_controls: [planned], result })
  await page.goto(`/applied-controls/${planned}`)
  await settled(page)
  const risk = page.getByRole('listitem').filter({ hasText: scenarios[0].name })
  await risk.getByText('Current: ').waitFor()
  await risk.getByText('High').waitFor()
  await risk.getByText('Low').waitFor()
  const meets = page.getByRole('listitem').filter({ hasText: 'Baseline 2026' })
  await meets.getByText('1 compliant, 1 partial').waitFor()
  await page.getByText('48,000 €', { exact: false }).waitFor()
  await page.getByText('+ 20 person-days').waitFor()
  await page.getByText('The build cost counts in one year', { exact: false }).waitFor()
  await accessible(page)
  await meets.getByRole('link', { name: second.requirement.ref_id, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Baseline 2026' }).waitFor()
})

test('an existing control says which risks it reduces, and asks for its cost', { dark: true }, async ({
  page,
}) => {
  await page.goto(`/applied-controls/${existing}`)
  await settled(page)
  const risk = page.getByRole('listitem').filter({ hasText: scenarios[0].name })
  await risk.getByText('Inherent: ').waitFor()
  await risk.getByText('Critical').waitFor()
  await page.getByText('Add what this control costs to build and run.').waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Add Cost' }).click()
  await page.getByRole('dialog').waitFor()
})
