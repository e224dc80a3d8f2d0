// What-ifs: changes are tried in a draft, compared with today, and applied or given up.

import { assessed } from './support/risks.mjs'
import { accessible, assert, eventually, field, settled, site } from './support.mjs'

const { test, api, url } = await site()
const bar = page => page.getByRole('region', { name: 'What-if' })
const cell = (page, words) => page.getByRole('gridcell', { name: words })
const rating = async id => {
  const row = await api.get(`risk-scenarios/${id}/`)
  return [row.current_proba, row.current_impact]
}
const address = page => page.url().slice(url.length)

/** A draft that is open on a page. */
async function drafted(page, name, path, more = {}) {
  const draft = await api.post('what-if-drafts/', { name, ...more })
  await page.goto(`${path}?draft=${draft.id}`)
  await bar(page).getByText(`What-if: ${name}.`).waitFor()
  await settled(page)
  return draft
}

test('a risk is rated and a control made active, compared with today, and applied', async ({ page }) => {
  const { assessment, scenarios } = await assessed(api, 'Tried')
  const [ransomware, provider] = scenarios
  const control = (await api.get('applied-controls/?name=Endpoint detection, Tried')).results[0]
  await page.goto(`/risk-assessments/${assessment.id}`)
  await page.getByRole('button', { name: 'What if…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start a what-if' })
  await field(dialog, 'Name').fill('Better detection')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await bar(page).getByText('What-if: Better detection.').waitFor()
  await bar(page).getByText('No changes yet').waitFor()
  await eventually(async () => /^What-if: /.test(await page.title()))
  await settled(page)
  await accessible(page)

  // The heat map moves.
  await cell(page, 'Likely, Major: High, 2 scenarios').waitFor()
  await page
    .getByRole('button', { name: ransomware.name, exact: true })
    .dragTo(cell(page, /^Unlikely, Moderate: Low/))
  await cell(page, 'Likely, Major: High, 1 scenario').waitFor()
  await bar(page).getByText('1 change', { exact: true }).waitFor()
  assert.deepEqual(await rating(ransomware.id), [3, 3], 'the present is as it was')

  // So does a control, on its own page, which is in the draft too.
  await page.goto(`/applied-controls/${control.id}${new URL(page.url()).search}`)
  await settled(page)
  await page.getByRole('button', { name: /^Status:/ }).click()
  await page.getByRole('menuitem', { name: 'Active' }).click()
  await bar(page).getByText('2 changes', { exact: true }).waitFor()
  await page.getByText('2 fields differ from today.').waitFor()
  assert.equal((await api.get(`applied-controls/${control.id}/`)).status, 'to_do')

  await bar(page).getByRole('link', { name: 'Compare' }).click()
  await page.getByRole('heading', { name: 'Key figures' }).waitFor()
  const active = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Active controls' }) })
  await active.getByText('1 more').waitFor()
  await page.getByText('1 scenario moves').waitFor()
  await page.locator('[data-move]').waitFor({ state: 'attached' })
  await page.getByRole('heading', { name: 'Risks by level' }).waitFor()
  await settled(page)
  await accessible(page)
  await page.getByRole('tab', { name: /Changed records/ }).click()
  await page.getByRole('link', { name: ransomware.name }).waitFor()
  await page.getByRole('tab', { name: /Steps/ }).click()
  const steps = page.getByRole('list', { name: 'Steps' })
  await eventually(async () => (await steps.getByRole('button', { name: /^Remove/ }).count()) === 2)
  await accessible(page)

  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'Apply “Better detection”?' })
  await asked.getByText('2 changed').waitFor()
  await accessible(page)
  await asked.getByRole('button', { name: 'Apply' }).click()
  await page
    .getByRole('dialog', { name: 'What-if applied' })
    .getByRole('button', { name: 'Back to the present' })
    .click()
  await page.getByText(/^Applied by/).waitFor()
  await bar(page).waitFor({ state: 'detached' })
  assert.deepEqual(await rating(ransomware.id), [1, 1])
  assert.deepEqual(await rating(provider.id), [3, 3])
  assert.equal((await api.get(`applied-controls/${control.id}/`)).status, 'active')
  await page.goto(`/risk-assessments/${assessment.id}`)
  await cell(page, 'Likely, Major: High, 1 scenario').waitFor()
})

test('leaving shows the present, the back button the draft again, and each asks only for its own', async ({
  page,
  log,
}) => {
  const { assessment, scenarios } = await assessed(api, 'To and fro')
  const draft = await drafted(page, 'To and fro', `/risk-assessments/${assessment.id}`)
  await api.patch(`risk-scenarios/${scenarios[0].id}/?draft=${draft.id}`, {
    current_proba: 0,
    current_impact: 0,
  })
  await page.reload()
  await cell(page, 'Rare, Minor: Very low, 1 scenario').waitFor()
  await bar(page).getByRole('button', { name: 'Leave' }).click()
  await eventually(() => !address(page).includes('draft='))
  await cell(page, 'Likely, Major: High, 2 scenarios').waitFor()
  await settled(page)
  await bar(page).waitFor({ state: 'detached' })
  log.requests.length = 0
  await page.goBack()
  await cell(page, 'Rare, Minor: Very low, 1 scenario').waitFor()
  await page.goForward()
  await cell(page, 'Likely, Major: High, 2 scenarios').waitFor()
  await bar(page).waitFor({ state: 'detached' })
})

test('a step that no longer fits is named, keeps the rest from being applied, and is removed', async ({
  page,
}) => {
  const folder = (await api.get('folders/?content_type=GL')).results[0].id
  const gone = await api.post('assets/', { name: 'Old vault', folder })
  const kept = await api.post('assets/', { name: 'New vault', folder })
  const draft = await api.post('what-if-drafts/', { name: 'Overtaken', folder })
  for (const one of [gone, kept])
    await api.patch(`assets/${one.id}/?draft=${draft.id}`, { description: 'Moved to Oslo' })
  await api.delete(`assets/${gone.id}/`)
  await page.goto(`/what-if-drafts/${draft.id}?tab=steps`)
  await page.getByText('1 step can’t be applied').waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await eventually(() => page.getByRole('dialog').getByRole('button', { name: 'Apply' }).isDisabled())
  await page.keyboard.press('Escape')
  const steps = page.getByRole('list', { name: 'Steps' })
  await steps.getByRole('listitem').filter({ hasText: 'Can’t be applied' }).getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await eventually(async () => (await steps.getByRole('button').count()) === 1)
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await page
    .getByRole('dialog', { name: 'What-if applied' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click()
  assert.equal((await api.get(`assets/${kept.id}/`)).description, 'Moved to Oslo')
})

test('it is started from the palette, continued, shared and discarded', async ({ page }) => {
  await page.goto('/applied-controls')
  await settled(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Start a what-if')
  await page.getByRole('option', { name: 'Start a what-if' }).waitFor()
  await page.keyboard.press('Enter')
  await field(page.getByRole('dialog', { name: 'Start a what-if' }), 'Name').fill('By keyboard')
  await page.keyboard.press('Enter')
  await bar(page).getByText('What-if: By keyboard.').waitFor()
  await page.goto('/what-if-drafts')
  await page.getByRole('link', { name: 'By keyboard' }).click()
  await page.getByText('Only you can see this what-if.').waitFor()
  await page.getByRole('switch', { name: 'Share this what-if' }).click()
  await page.getByText(/Everyone who can view what-ifs in/).waitFor()
  await page.locator('header').getByRole('button', { name: 'Continue' }).click()
  await bar(page).getByText('What-if: By keyboard.').waitFor()
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await eventually(() => !address(page).includes('draft='))
  const found = (await api.get('what-if-drafts/?name=By keyboard')).results[0]
  assert.equal(found.status, 'discarded')
})

test('on a phone in the dark everything is within reach', { narrow: true, dark: true }, async ({ page }) => {
  const { assessment, scenarios } = await assessed(api, 'Small')
  const draft = await drafted(page, 'Small', `/risk-assessments/${assessment.id}`)
  await api.patch(`risk-scenarios/${scenarios[0].id}/?draft=${draft.id}`, {
    current_proba: 0,
    current_impact: 0,
  })
  await page.reload()
  await bar(page).getByText('1 change', { exact: true }).waitFor()
  await settled(page)
  await accessible(page)
  await bar(page).getByRole('link', { name: 'Compare' }).click()
  await page.getByText('1 scenario moves').waitFor()
  await settled(page)
  await accessible(page)
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
})
