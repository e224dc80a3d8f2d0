// Risks: scenarios are rated on the matrix with mouse and keyboard, read from left to right, and accepted by the approver.

import { assessed, MATRIX } from './support/risks.mjs'
import { accessible, assert, becomes, eventually, field, settled, site, take } from './support.mjs'

const { test, api } = await site()
const scores = async (id, stage) => {
  const row = await api.get(`risk-scenarios/${id}/`)
  return [row[`${stage}_proba`], row[`${stage}_impact`]]
}
const isRated = (id, stage, wanted) =>
  eventually(async () => (await scores(id, stage)).join() === wanted.join())
const cell = (page, words) => page.getByRole('gridcell', { name: words })

test('ten scenarios are rated with the keyboard alone', async ({ page }) => {
  const { assessment, scenarios } = await assessed(api, 'By keyboard', { bare: 10 })
  await page.goto(`/risk-assessments/${assessment.id}`)
  await settled(page)
  for (const [at, scenario] of scenarios.entries()) {
    // What is rated goes to the top of the list, so the next one is the first that is not.
    const line = page.getByRole('button', { name: scenario.name, exact: true })
    await line.focus()
    if (at === 0) await page.keyboard.press('ArrowDown')
    await line.press('Space')
    await page.keyboard.press('Enter')
    await cell(page, /^Possible, Serious: Medium/)
      .and(page.locator(':focus'))
      .waitFor()
    const [up, right] = [at % 3, (at % 4) - 1]
    for (let step = 0; step < up; step += 1) await page.keyboard.press('ArrowUp')
    for (let step = 0; step < Math.abs(right); step += 1)
      await page.keyboard.press(right < 0 ? 'ArrowLeft' : 'ArrowRight')
    await page.keyboard.press('Enter')
    await isRated(scenario.id, 'current', [2 + up, 2 + right])
    await eventually(() => line.evaluate(element => element === document.activeElement))
  }
  await accessible(page)
})

test('a scenario is dragged to a cell, and the rating is taken back', async ({ page }) => {
  const { assessment, scenarios } = await assessed(api, 'By mouse', { bare: 2 })
  await page.goto(`/risk-assessments/${assessment.id}`)
  await settled(page)
  await page.getByRole('button', { name: 'Residual', exact: true }).click()
  await page
    .getByRole('button', { name: 'Scenario 2', exact: true })
    .dragTo(cell(page, /^Unlikely, Major: Medium/))
  await isRated(scenarios[1].id, 'residual', [1, 3])
  await cell(page, 'Unlikely, Major: Medium, 1 scenario').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await isRated(scenarios[1].id, 'residual', [-1, -1])
})

test('a cell leads to its scenarios, and the story follows the chosen one', async ({ page }) => {
  const { assessment, scenarios } = await assessed(api, 'Claims')
  await page.goto(`/risk-assessments/${assessment.id}`)
  await settled(page)
  await page.getByText('2', { exact: true }).first().waitFor()
  await accessible(page)
  await cell(page, 'Likely, Major: High, 2 scenarios').click()
  const list = page.getByRole('region', { name: 'Scenarios' })
  await becomes(() => list.getByRole('listitem').count(), 2)
  await list.getByRole('button', { name: /Show all scenarios/ }).click()
  await becomes(() => list.getByRole('listitem').count(), 8)
  await list.getByRole('button', { name: scenarios[0].name }).click()
  const story = page.getByRole('list', { name: 'From threat to treatment' })
  await story.getByText('Criminals encrypt servers, Claims').waitFor()
  await story.getByText('Network zones, Claims').waitFor()
  // The tolerance is a level of the matrix; one more scenario is within it.
  await page.getByRole('button', { name: 'Tolerance: Medium' }).click()
  await page.getByRole('menuitem', { name: 'High' }).click()
  await eventually(async () => (await api.get(`risk-assessments/${assessment.id}/`)).risk_tolerance === 3)

  await page.getByRole('tab', { name: 'Action plan' }).click()
  await page.getByRole('link', { name: 'Network zones, Claims' }).waitFor()
  await page.getByRole('heading', { name: 'Annual cost' }).waitFor()
  await accessible(page)
  await page.getByRole('tab', { name: 'Over time' }).click()
  await page.getByRole('columnheader', { name: 'Critical' }).waitFor()
  await accessible(page)
  await page.getByRole('tab', { name: /Scenarios/ }).click()
  await page.getByRole('row', { name: /Ransomware stops claims handling/ }).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel' }).click(),
  ])
  assert.match(file.suggestedFilename(), /\.xlsx$/)
})

test('another matrix is chosen after a look at what it changes', async ({ page }) => {
  const { assessment, scenarios } = await assessed(api, 'New matrix')
  const small = {
    ...MATRIX,
    probability: MATRIX.probability.slice(0, 3),
    impact: MATRIX.impact.slice(0, 4),
    grid: MATRIX.grid.slice(0, 3).map(row => row.slice(0, 4)),
  }
  const other = await api.post('risk-matrices/', { name: 'Three by four', json_definition: small })
  await page.goto(`/risk-assessments/${assessment.id}`)
  await settled(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Change matrix' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change matrix' })
  const run = dialog.getByRole('button', { name: 'Change matrix' })
  assert.ok(await run.isDisabled(), 'no matrix is chosen')
  await dialog.getByLabel('New matrix').selectOption('Three by four')
  await dialog.getByText('8 of 8 scenarios change').waitFor()
  const line = dialog.getByRole('listitem').filter({ hasText: scenarios[0].name })
  await line.getByText('Likely · Major becomes Possible · Major').waitFor()
  await dialog.getByText('Switching back', { exact: false }).waitFor()
  await accessible(page)
  assert.deepEqual(await scores(scenarios[0].id, 'current'), [3, 3], 'looking changes nothing')
  await run.click()
  await isRated(scenarios[0].id, 'current', [2, 3])
  assert.equal((await api.get(`risk-assessments/${assessment.id}/`)).risk_matrix.id, other.id)
  await cell(page, /^Possible, Major: Medium/).waitFor()
  // The form shows the matrix, and leads here to change it.
  await page.goto(`/risk-assessments/${assessment.id}/edit`)
  const matrix = page.getByRole('button', { name: /^Risk matrix/ })
  await matrix.waitFor()
  assert.ok(await matrix.isDisabled())
  await page.getByRole('link', { name: 'Change matrix…' }).click()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).search, '')
})

test('ratings follow the controls once they are active, after a dry run', async ({ page }) => {
  const { assessment, scenarios } = await assessed(api, 'To follow')
  const follow = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Update from controls' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Update from controls' })
  await page.goto(`/risk-assessments/${assessment.id}`)
  await settled(page)
  await follow()
  await dialog.getByText('Nothing to update', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  for (const control of (await api.get(`risk-scenarios/${scenarios[0].id}/`)).applied_controls)
    await api.patch(`applied-controls/${control.id}/`, { status: 'active' })
  await page.goto(`/risk-assessments/${assessment.id}?tab=plan`)
  await settled(page)
  await page.getByRole('button', { name: 'Update from controls' }).click()
  await dialog.getByText('1 of 8 scenarios change').waitFor()
  await dialog.getByText('Network zones, To follow').waitFor()
  await accessible(page)
  assert.deepEqual(await scores(scenarios[0].id, 'current'), [3, 3], 'a dry run changes nothing')
  await dialog.getByRole('checkbox', { name: /Clear the residual rating/ }).check()
  await dialog.getByRole('button', { name: 'Update 1 scenario' }).click()
  await page.getByText('1 scenario updated').waitFor()
  await isRated(scenarios[0].id, 'current', [1, 2])
  await isRated(scenarios[0].id, 'residual', [-1, -1])
})

test('the page of a scenario rates it on its matrix', async ({ page }) => {
  const { scenarios } = await assessed(api, 'One by one')
  await page.goto(`/risk-scenarios/${scenarios[1].id}`)
  await settled(page)
  await accessible(page)
  await page.getByRole('button', { name: /^Change rating.*Current/ }).click()
  const dialog = page.getByRole('dialog')
  await cell(dialog, /^Likely, Major: High/)
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await isRated(scenarios[1].id, 'current', [2, 3])
  // Or by answering what one can judge; the rest is left out.
  await dialog.getByRole('button', { name: 'Scoring assistant' }).click()
  const use = dialog.getByRole('button', { name: 'Use this rating' })
  await dialog.getByRole('slider', { name: 'Motive' }).press('End')
  assert.ok(await use.isDisabled(), 'nothing is said about the impact')
  await dialog.getByRole('slider', { name: 'Data disclosed' }).press('ArrowRight')
  await dialog.getByText('Almost certain · Minor').waitFor()
  await accessible(page)
  await use.click()
  await isRated(scenarios[1].id, 'current', [4, 0])
  await dialog.getByRole('button', { name: 'Scoring assistant' }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Within tolerance').first().waitFor()
  const way = page.getByRole('navigation', { name: 'Breadcrumb' })
  await way.getByRole('link', { name: 'One by one' }).click()
  await page.getByRole('heading', { level: 1, name: 'One by one' }).waitFor()
})

test('a list says in words whether a risk is tolerated', async ({ page }) => {
  const { assessment, scenarios } = await assessed(api, 'In words')
  await page.goto(
    `/risk-scenarios?risk_assessment=${assessment.id}&within_tolerance=NO&columns=name,within_tolerance`,
  )
  await settled(page)
  const row = page.getByRole('row', { name: new RegExp(scenarios[0].name) })
  await row.getByText('Above tolerance').waitFor()
  await page.getByRole('button', { name: /^Within tolerance\s*Above tolerance/ }).click()
  await page.getByRole('checkbox', { name: 'Within tolerance' }).check()
  await page.getByRole('row', { name: new RegExp(scenarios[4].name) }).waitFor()
  await row.waitFor({ state: 'detached' })
})

test('a risk is accepted by its approver', async ({ page }) => {
  const { scenarios } = await assessed(api, 'To accept')
  await page.goto(`/risk-scenarios/${scenarios[0].id}`)
  await settled(page)
  await page.getByRole('link', { name: 'Request acceptance' }).click()
  await page.getByRole('heading', { level: 1, name: /^New risk acceptance/ }).waitFor()
  await becomes(() => field(page, 'Name').inputValue(), `Acceptance of ${scenarios[0].ref_id}`)
  await page.getByRole('button', { name: 'Approver' }).click()
  await take(page, 'admin')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Submitted').first().waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Accept risk' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept risk' }).click()
  await page.getByRole('button', { name: 'Revoke acceptance' }).waitFor()
  assert.equal((await api.get(`risk-scenarios/${scenarios[0].id}/`)).treatment, 'accept')
  await page.getByRole('button', { name: 'Revoke acceptance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke acceptance' }).click()
  await eventually(async () => (await api.get(`risk-scenarios/${scenarios[0].id}/`)).treatment === 'mitigate')
})

test('the overview leads to the worst risks and to decisions that wait', async ({ page }) => {
  const folder = await api.post('folders/', { name: 'Claims division' })
  const { scenarios } = await assessed(api, 'Overview', { more: { folder: folder.id } })
  await page.goto(`/risk-overview?domain=${folder.id}`)
  await settled(page)
  await page.getByRole('region', { name: 'Above tolerance' }).getByText('2', { exact: true }).waitFor()
  await accessible(page)
  await page.goto('/risk-overview')
  await settled(page)
  await page.getByRole('link', { name: 'Claims division' }).waitFor()
  await page.getByRole('region', { name: 'Above tolerance' }).getByText(scenarios[0].name).first().click()
  await page.getByRole('heading', { level: 1, name: scenarios[0].name }).waitFor()
})

test('on a phone in the dark it fits', { narrow: true, dark: true, language: 'fr-FR' }, async ({ page }) => {
  const { assessment, scenarios } = await assessed(api, 'Petit')
  for (const [path, words] of [
    [`/risk-assessments/${assessment.id}`, 'Mesures en place'],
    [`/risk-scenarios/${scenarios[0].id}`, 'Mesures en place'],
    ['/risk-overview', 'Scénarios par niveau'],
  ]) {
    await page.goto(path)
    await settled(page)
    await page.getByText(words).first().waitFor()
    await accessible(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    assert.equal(wide, false, path)
  }
})
