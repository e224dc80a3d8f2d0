// Libraries of one's own: written in the tree, checked, published, and what that changes for an audit.
import { accessible, assert, becomes, eventually, settled, site } from './support.mjs'

const { test, api } = await site()

const root = (await api.get('folders/?limit=200')).results.find(one => one.content_type === 'GL')
const node = (ref, more = {}) => ({
  urn: `urn:acme:risk:req_node:house:${ref.toLowerCase()}`,
  ref_id: ref,
  assessable: true,
  ...more,
})

/** A draft with a section of two requirements. */
async function draft(ref) {
  const under = { parent_urn: 'urn:acme:risk:req_node:house:s' }
  const nodes = [
    node('S', { name: 'Doors', assessable: false }),
    node('S.1', { name: 'Locks', ...under }),
    node('S.2', { name: 'Windows', ...under }),
  ]
  const framework = `urn:acme:risk:framework:${ref}`
  const content = {
    frameworks: [
      {
        urn: framework,
        ref_id: ref,
        name: 'House rules',
        min_score: 0,
        max_score: 4,
        requirement_nodes: JSON.parse(JSON.stringify(nodes).replaceAll(':house:', `:${ref}:`)),
      },
    ],
  }
  const made = await api.post('library-drafts/', {
    name: `House rules ${ref}`,
    packager: 'acme',
    ref_id: ref,
    folder: root.id,
    content,
  })
  return made.id
}

const nodesOf = async id =>
  (await api.get(`library-drafts/${id}/`)).content.frameworks[0].requirement_nodes.map(one => one.ref_id)
const line = (page, name) => page.getByRole('treeitem', { name })

test('a framework is written from nothing and saved while it is written', async ({ page }) => {
  await page.goto('/stored-libraries')
  await settled(page)
  await page.getByRole('link', { name: 'New library' }).first().click()
  await page.getByLabel(/^Name/).fill('Harbour rules')
  await accessible(page)
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('button', { name: 'Add framework' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add framework' }).click()
  await page.getByRole('button', { name: 'Add section' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Piers')
  await page.getByRole('button', { name: 'Add requirement' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Lights')
  await page.getByLabel('Description').fill('Every pier is lit at night.')
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByLabel('Question 1', { exact: true }).fill('Is the pier lit?')
  await page.getByRole('button', { name: 'Add answer' }).click()
  await page.getByLabel('Result of answer 1 to question 1').selectOption('compliant')
  const id = page.url().match(/library-drafts\/([\w-]+)/)[1]
  const lights = await eventually(async () => {
    const { content } = await api.get(`library-drafts/${id}/`)
    const found = content.frameworks[0].requirement_nodes.find(one => one.name === 'Lights')
    return found?.questions?.[0]?.choices?.[0]?.compute_result === 'compliant' && found
  })
  assert.deepEqual(
    [lights.ref_id, lights.description, lights.questions[0].text],
    ['1.1', 'Every pier is lit at night.', 'Is the pier lit?'],
  )
  await eventually(async () => (await api.get(`library-drafts/${id}/validate/`)).is_valid)
  await accessible(page)
})

test('requirements are moved with keys and by dragging, and come back after they were deleted', async ({
  page,
}) => {
  const id = await draft('moves')
  await page.goto(`/library-drafts/${id}`)
  await line(page, 'Windows').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await eventually(async () => (await nodesOf(id)).join() === 'S,S.2,S.1')
  await page.keyboard.press('Alt+ArrowLeft')
  await eventually(async () => (await nodesOf(id)).join() === 'S,S.1,S.2')
  await becomes(() => line(page, 'Windows').getAttribute('aria-level'), '1')
  await line(page, 'Windows').dragTo(line(page, 'Doors'))
  await eventually(async () => (await line(page, 'Windows').getAttribute('aria-level')) === '2')
  await line(page, 'Doors').focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await eventually(async () => (await nodesOf(id)).length === 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await nodesOf(id)).join() === 'S,S.1,S.2')
})

test('what someone else changed is not overwritten', { refused: [412] }, async ({ page }) => {
  const id = await draft('together')
  await page.goto(`/library-drafts/${id}`)
  await line(page, 'Locks').click()
  const { content } = await api.get(`library-drafts/${id}/`)
  content.frameworks[0].requirement_nodes[1].description = 'Theirs.'
  await api.patch(`library-drafts/${id}/`, { content })
  await page.getByLabel('Description').fill('Mine.')
  await page.getByLabel('Guidance').fill('Ask the caretaker.')
  await page.getByRole('alert').getByText('was changed by someone else').waitFor()
  const locks = async () =>
    (await api.get(`library-drafts/${id}/`)).content.frameworks[0].requirement_nodes[1]
  await eventually(async () => (await locks()).annotation === 'Ask the caretaker.')
  assert.equal((await locks()).description, 'Theirs.')
  await page.getByRole('button', { name: 'Use mine' }).click()
  await eventually(async () => (await locks()).description === 'Mine.')
})

test('problems are shown where they are, and an update says what it changes in audits', async ({ page }) => {
  const id = await draft('house')
  await page.goto(`/library-drafts/${id}`)
  const { content } = await api.get(`library-drafts/${id}/`)
  const broken = structuredClone(content)
  broken.frameworks[0].requirement_nodes[2].parent_urn = 'urn:acme:risk:req_node:house:nowhere'
  await api.patch(`library-drafts/${id}/`, { content: broken })
  await page.reload()
  await page.getByText('1 problem to fix before publishing').first().click()
  await page.getByRole('button', { name: 'S.2', exact: true }).click()
  await page.getByRole('complementary').getByRole('note').waitFor()
  await accessible(page)
  await api.patch(`library-drafts/${id}/`, { content })
  await page.reload()
  const publish = async () => {
    await page.getByRole('button', { name: 'Publish' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  }
  await publish()
  await page.getByText('Version 1 of “House rules house” is loaded').waitFor()
  const framework = (await api.get('frameworks/?fields=id,urn')).results.find(one =>
    one.urn.endsWith(':house'),
  )
  const folder = (await api.get('folders/?limit=200')).results.find(one => one.name === 'Cards & payments')
  const audit = await api.post('compliance-assessments/', {
    name: 'House audit',
    folder: folder.id,
    framework: framework.id,
  })
  await page.reload()
  await line(page, 'Locks').click()
  await page.getByLabel('Name', { exact: true }).fill('Locks and bolts')
  await line(page, 'Locks and bolts').waitFor()
  await publish()
  const update = page.getByRole('dialog', { name: /^Update “House rules house”/ })
  await update.getByText('1 requirement changed').waitFor()
  await update.getByRole('button', { name: 'Update', exact: true }).click()
  await eventually(async () => (await api.get('loaded-libraries/?search=house')).results[0]?.version === 2)

  await page.goto(`/compliance-assessments/${audit.id}`)
  await page.getByText('its framework has changed: 1 changed.').waitFor()
  await page.getByRole('button', { name: 'Show changes' }).click()
  await accessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Locks and bolts/ })
    .click()
  await page.getByRole('complementary', { name: /Locks and bolts/ }).waitFor()
})

test('on a phone, in French, a requirement is edited over the tree', {
  narrow: true,
  language: 'fr-FR',
}, async ({ page }) => {
  const id = await draft('phone')
  await page.goto(`/library-drafts/${id}`)
  await line(page, 'Windows').click()
  await page.getByRole('dialog').getByLabel('Nom', { exact: true }).fill('Fenêtres')
  await accessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click()
  await line(page, 'Fenêtres').waitFor()
  await accessible(page)
})
