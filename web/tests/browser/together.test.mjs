// What reaches beyond one object: relations of many rows, actions of a collection, drafts, who sees what.
import { accessible, assert, becomes, eventually, field, settled, site, take } from './support.mjs'

const { test, api } = await site()
const found = async (path, name) =>
  (await api.get(`${path}/?search=${encodeURIComponent(name)}`)).results.find(one => one.name === name)
const names = refs => refs.map(ref => ref.str).sort()
const row = (page, name) => page.getByRole('row', { name, exact: true })

async function open(page, path) {
  await page.goto(path)
  await page.getByRole('grid').waitFor()
  await settled(page)
}
async function select(page, ...wanted) {
  for (const name of wanted) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  return page.getByRole('toolbar', { name: `${wanted.length} selected` })
}

test('many rows get a link together, lose it together, and all of it can be undone', async ({ page }) => {
  await open(page, '/applied-controls')
  const both = ['Key ceremony', 'Incident drill']
  const before = await Promise.all(
    both.map(async name => names((await found('applied-controls', name)).owner)),
  )
  const bar = await select(page, ...both)
  await bar.getByRole('button', { name: 'Edit …' }).click()
  await page.getByRole('menuitem', { name: 'Add to Owner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to Owner' })
  await field(dialog, 'Owner').click()
  await take(page, 'Tomasz', /Tomasz/)
  await page.keyboard.press('Escape')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('2 records updated').waitFor()
  for (const name of both)
    assert.ok(names((await found('applied-controls', name)).owner).includes('Tomasz Wiśniewski'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone', { exact: true }).waitFor()
  const after = await Promise.all(
    both.map(async name => names((await found('applied-controls', name)).owner)),
  )
  assert.deepEqual(after, before)
})

test('the domain of many rows is changed at once', async ({ page }) => {
  await open(page, '/assets')
  const bar = await select(page, 'Mobile app', 'Build pipeline')
  await bar.getByRole('button', { name: 'Edit …' }).click()
  await page.getByRole('menuitem', { name: 'Domain', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Domain' })
  await field(dialog, 'Domain').click()
  await page.getByRole('combobox', { name: 'Search domains' }).fill('Cards')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('2 records updated').waitFor()
  assert.equal((await found('assets', 'Mobile app')).folder.str, 'Cards & payments')
})

test('a relation is edited from its cell', async ({ page }) => {
  await open(page, '/applied-controls')
  const line = row(page, 'Encrypted backups')
  const owner = (await found('applied-controls', 'Encrypted backups')).owner[0].str
  const cell = line.getByRole('gridcell').filter({ hasText: owner })
  const box = await cell.boundingBox()
  await page.mouse.dblclick(box.x + box.width - 6, box.y + box.height / 2)
  const dialog = page.getByRole('dialog', { name: 'Owner: Encrypted backups' })
  await dialog.getByRole('button', { name: `Remove ${owner}` }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Saved').waitFor()
  assert.deepEqual((await found('applied-controls', 'Encrypted backups')).owner, [])
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await found('applied-controls', 'Encrypted backups')).owner[0]?.str === owner)
})

test('selected controls are merged into one', async ({ page }) => {
  await open(page, '/applied-controls')
  const bar = await select(page, 'Network segmentation', 'Supplier due diligence')
  await bar.getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge' })
  await dialog.getByRole('button', { name: 'Remove Supplier due diligence' }).waitFor()
  await eventually(async () => /Network segmentation/.test(await field(dialog, 'Keep').innerText()))
  await dialog.getByRole('switch', { name: 'Delete the merged controls' }).click()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Run' }).click()
  await dialog.getByRole('link', { name: 'Open “Network segmentation”' }).waitFor()
  assert.equal(await found('applied-controls', 'Supplier due diligence'), undefined)
  const { assets } = await found('applied-controls', 'Network segmentation')
  assert.equal(assets.length, 2)
})

test('a collection has its own actions over the list', async ({ page }) => {
  await open(page, '/assets')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add several' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add several' })
  await field(dialog, 'Names, one per line').fill('PR:Loan desk\nLoan terminal')
  await field(dialog, 'Domain').click()
  await page.getByRole('combobox', { name: 'Search domains' }).fill('Retail')
  await page.keyboard.press('Enter')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Run' }).click()
  await dialog.getByText('Loan terminal').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await row(page, 'Loan desk').waitFor()
  assert.equal((await found('assets', 'Loan desk')).type, 'PR')
})

test('what was typed survives a reload', async ({ page }) => {
  page.on('dialog', dialog => dialog.accept())
  await page.goto('/assets/new')
  await settled(page)
  await field(page, 'Name').fill('Typed before the reload')
  await field(page, 'Reference').fill('A-950')
  await page.reload()
  await page.getByText('You have an unsaved draft').waitFor()
  await accessible(page)
  await becomes(() => field(page, 'Name').inputValue(), '')
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await becomes(() => field(page, 'Name').inputValue(), 'Typed before the reload')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Typed before the reload' }).waitFor()
  assert.equal((await found('assets', 'Typed before the reload')).ref_id, 'A-950')
  await page.goto('/assets/new')
  await settled(page)
  assert.equal(await page.getByText('You have an unsaved draft').count(), 0, 'it goes with the saving')
})

test('it is said who can see an object, and why', async ({ page }) => {
  const bank = await found('folders', 'Fjord Bank')
  const [reader] = (await api.get('roles/?code=BI-RL-AUD')).results
  const user = (await api.get('users/?search=solberg')).results[0]
  await api.post('role-assignments/', {
    name: 'Ingrid reads the bank',
    user: user.id,
    role: reader.id,
    perimeter_folders: [bank.id],
    is_recursive: true,
    folder: bank.id,
  })
  const asset = await found('assets', 'Card payments')
  await page.goto(`/assets/${asset.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Who can see this' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Ingrid Solberg' })
  await line.getByText(`${reader.name} in Fjord Bank`).waitFor()
  await line.getByText('can view').waitFor()
  assert.equal(await line.getByText('can delete').count(), 0)
  await accessible(page)
})
