// Risk matrices of one's own: levels, colours and the grid, with the mouse and with the keyboard.
import { accessible, assert, eventually, field, settled, site } from './support.mjs'

const { test, api } = await site()
const named = async name => (await api.get(`risk-matrices/?name=${encodeURIComponent(name)}`)).results[0]
const cell = (page, words) => page.getByRole('button', { name: words, exact: true })

test('a matrix is built with the keyboard', async ({ page }) => {
  await page.goto('/risk-matrices/new')
  await settled(page)
  await field(page, 'Name').fill('Three risks')
  // It begins with five by five; the middle of each axis is enough here.
  for (const [kind, at] of [
    ['probability', 4],
    ['probability', 2],
    ['impact', 4],
    ['impact', 2],
  ])
    await page.getByRole('button', { name: `Remove ${kind} ${at}` }).click()
  await page.getByLabel('Name of probability 3').fill('Certain')
  await page.getByLabel('Description of probability 3').fill('More than once a month')
  await page.getByLabel('Colour of risk level 5').fill('#660000')

  await cell(page, 'Rare, Minor: Very low').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('5')
  await cell(page, 'Possible, Serious: Critical').waitFor()
  await page.getByText('a higher probability or impact gives a lower level').waitFor()
  await page.keyboard.press('3')
  await cell(page, 'Possible, Serious: Medium').waitFor()
  // With the mouse: a level is chosen, then cells are painted with it.
  await page.locator('fieldset label', { hasText: 'High' }).click()
  await cell(page, 'Certain, Minor: Medium').click()
  await cell(page, 'Certain, Minor: High').waitFor()
  await accessible(page)

  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Three risks' }).waitFor()
  await page.getByRole('rowheader', { name: 'Certain' }).waitFor()
  await accessible(page)
  const { json_definition: made } = await named('Three risks')
  assert.deepEqual(
    made.probability.map(level => [level.id, level.name]),
    [
      [0, 'Rare'],
      [1, 'Possible'],
      [2, 'Certain'],
    ],
  )
  assert.equal(made.probability[2].description, 'More than once a month')
  assert.equal(made.risk[4].hexcolor, '#660000')
  assert.equal(made.grid[1][1], 2)
  assert.equal(made.grid[2][0], 3)
})

test('a matrix is changed, grows to eight levels, and speaks French', async ({ page }) => {
  const levels = names => names.map((name, id) => ({ id, name }))
  const { id } = await api.post('risk-matrices/', {
    name: 'Growing',
    json_definition: {
      probability: levels(['Seldom', 'Often']),
      impact: levels(['Small', 'Large']),
      risk: levels(['Low', 'High']),
      grid: [
        [0, 0],
        [0, 1],
      ],
    },
  })
  await page.goto(`/risk-matrices/${id}/edit`)
  await settled(page)
  for (let more = 0; more < 6; more += 1) await page.getByRole('button', { name: 'Add impact' }).click()
  await eventually(() => page.getByRole('button', { name: 'Add impact' }).isDisabled())
  await page.getByRole('button', { name: 'Français' }).click()
  await page.getByLabel('Name of risk level 2').fill('Élevé')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Growing', exact: true }).waitFor()
  const { json_definition: now } = await api.get(`risk-matrices/${id}/`)
  assert.equal(now.impact.length, 8)
  assert.deepEqual(now.grid, [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 1, 1, 1, 1, 1, 1, 1],
  ])
  assert.equal(now.risk[1].translations.fr.name, 'Élevé')
})

test('on a phone in the dark the grid fits', { narrow: true, dark: true, language: 'fr-FR' }, async ({
  page,
}) => {
  await page.goto('/risk-matrices/new')
  await settled(page)
  await page.getByText('Peindre les cases avec').waitFor()
  await accessible(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  assert.equal(wide, false)
})
