// Objects from a spreadsheet: a file is dropped, its columns are matched, every row is checked, taken in, and taken back.
import { accessible, assert, becomes, eventually, settled, site } from './support.mjs'

const { test, api } = await site()
const count = async words => (await api.get(`assets/?search=${encodeURIComponent(words)}`)).count
const csv = (name, ...lines) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

async function begin(page, file, path = 'assets') {
  await page.goto(`/${path}`)
  await settled(page)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByLabel('choose a file').setInputFiles(file)
  await page.getByRole('heading', { name: 'Match columns to fields' }).waitFor()
}
const check = page => page.getByRole('button', { name: 'Check rows' }).click()
const fieldOf = (page, heading) => page.getByRole('combobox', { name: `Field for “${heading}”` })

test('a file is matched, checked, imported and undone', async ({ page }) => {
  await begin(
    page,
    csv('fleet.csv', 'Title;Reference;Remark', 'Imported lathe;I-1;old', 'Imported drill;I-2;new'),
  )
  await page.getByText('fleet.csv: 2 rows, 3 columns').waitFor()
  // A heading that nobody knows is matched by hand; what is not matched is left out.
  await becomes(() => fieldOf(page, 'Title').inputValue(), '')
  assert.equal(await page.getByRole('button', { name: 'Check rows' }).isEnabled(), false)
  await page.getByText('Match a column to each required field').waitFor()
  await fieldOf(page, 'Title').selectOption({ label: 'Name *' })
  await becomes(() => fieldOf(page, 'Reference').inputValue(), 'ref_id')
  await accessible(page)
  await check(page)
  await page.getByText('2 rows checked, no errors').waitFor()
  await page.getByText('Columns left out: Remark').waitFor()
  await page.getByRole('row', { name: /Imported lathe Create/ }).waitFor()
  await accessible(page)
  assert.equal(await count('Imported'), 0, 'nothing is written by a check')

  await page.getByRole('button', { name: 'Import 2 assets' }).click()
  await page.getByRole('heading', { name: 'Import complete' }).waitFor()
  await accessible(page)
  assert.equal(await count('Imported'), 2)

  await page.getByRole('button', { name: 'Undo import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  await accessible(page)
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('heading', { name: 'Import undone' }).waitFor()
  await eventually(async () => (await count('Imported')) === 0)
})

test('mistakes are told row by row, and nothing is imported until they are gone', { refused: [400] }, async ({
  page,
}) => {
  const lines = ['name,type,owner', 'Imported mill,Primary,', 'Imported saw,Nonsense,', ',Primary,']
  await begin(page, csv('wrong.csv', ...lines))
  await becomes(() => fieldOf(page, 'name').inputValue(), 'name')
  await check(page)
  await page.getByText('2 rows can’t be imported').waitFor()
  await page.getByRole('row', { name: /^3 Imported saw Error/ }).waitFor()
  await page.getByRole('row', { name: /^4 .*required/ }).waitFor()
  await eventually(() => page.getByRole('button', { name: /^Import \d/ }).isDisabled())
  await accessible(page)
  assert.equal(await count('Imported mill'), 0)

  // The column that is wrong is left out instead; the row without a name stays wrong.
  await page.getByRole('button', { name: 'Back to columns' }).click()
  await fieldOf(page, 'type').selectOption('')
  await check(page)
  await page.getByText('1 row can’t be imported').waitFor()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await page.getByText('A CSV or Excel file (.xlsx)').waitFor()
})

test('what is there already is updated, and gets its values back', async ({ page }) => {
  const made = await api.post('assets/', { name: 'Known press', ref_id: 'K-1' })
  await begin(page, csv('known.csv', 'ref_id,name,description', 'K-1,Known press,Now with words'))
  await page.getByRole('radio', { name: /^Update/ }).check()
  await check(page)
  await page.getByRole('row', { name: /Known press Update/ }).waitFor()
  await page.getByRole('button', { name: 'Import 1 asset' }).click()
  await page.getByRole('heading', { name: 'Import complete' }).waitFor()
  assert.equal((await api.get(`assets/${made.id}/`)).description, 'Now with words')
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('heading', { name: 'Import undone' }).waitFor()
  assert.equal((await api.get(`assets/${made.id}/`)).description, made.description)
})

test('a workbook goes round: the current view is exported, and read back', async ({ page }) => {
  await page.goto('/assets?columns=name,folder,ref_id')
  await settled(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Current view (Excel)' }).click(),
  ])
  await begin(page, await download.path())
  await becomes(() => fieldOf(page, 'Name').inputValue(), 'name')
  await becomes(() => fieldOf(page, 'Reference').inputValue(), 'ref_id')
  await becomes(() => fieldOf(page, 'Domain').inputValue(), 'folder')
  await page.getByRole('radio', { name: /^Update/ }).check()
  await check(page)
  await page.getByText('Nothing to import').waitFor()
})

test('a file that is none says so, and another can be chosen', { refused: [400], narrow: true }, async ({
  page,
}) => {
  await page.goto('/assets/import')
  await settled(page)
  await accessible(page)
  const pdf = { name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7 nothing') }
  await page.getByLabel('choose a file').setInputFiles(pdf)
  await page.getByText('This file can’t be read').waitFor()
  await page.getByText(/This is a PDF/).waitFor()
  await page.getByLabel('choose a file').setInputFiles(csv('good.csv', 'name', 'Fine'))
  await page.getByRole('heading', { name: 'Match columns to fields' }).waitFor()
  await accessible(page)
})

const LISTS = ['assets', 'applied-controls', 'policies', 'evidences', 'findings', 'perimeters', 'folders']
const SPOKEN = [
  {
    language: 'en-GB',
    words: {
      export: 'Export',
      view: 'Current view (Excel)',
      import: 'Import',
      file: 'choose a file',
      update: /^Update/,
      check: 'Check rows',
      nothing: 'Nothing to import',
    },
  },
  {
    language: 'fr-FR',
    words: {
      export: 'Exporter',
      view: 'Vue actuelle (CSV)',
      import: 'Importer',
      file: 'choisissez un fichier',
      update: /^Mettre à jour/,
      check: 'Vérifier les lignes',
      nothing: 'Rien à importer',
    },
  },
]
for (const { language, words } of SPOKEN) {
  test(`any list is read back as it was exported, ${language}`, { language }, async ({ page }) => {
    const model = await api.get('model/')
    // A name with a comma, next to another one.
    const labels = []
    for (const label of ['Core, and old', 'Payments'])
      labels.push((await api.post('filtering-labels/', { label: `${label} ${language}` })).id)
    const name = `Labelled ${language}`
    await api.post('assets/', { name, type: 'PR', filtering_labels: labels })
    for (const path of LISTS) {
      const written = model.resources[path].fields.filter(
        field =>
          !field.read_only &&
          !field.write_only &&
          !['json', 'translations', 'file', 'id'].includes(field.kind),
      )
      await page.goto(`/${path}?columns=${written.map(field => field.name).join(',')}`)
      await settled(page)
      await page.getByRole('button', { name: words.export, exact: true }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: words.view }).click(),
      ])
      await page.getByRole('link', { name: words.import, exact: true }).click()
      await page.getByLabel(words.file).setInputFiles(await download.path())
      await page.getByRole('radio', { name: words.update }).check()
      await page.getByRole('button', { name: words.check }).click()
      await page.getByText(words.nothing, { exact: true }).waitFor()
    }
  })
}
