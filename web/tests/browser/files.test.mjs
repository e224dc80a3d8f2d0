// Actions that take files, give files and start jobs, all from the one dialog.
import { readFile } from 'node:fs/promises'
import { accessible, assert, eventually, field, settled, site } from './support.mjs'

const { test, api } = await site()
const domain = (await api.get('folders/?content_type=DO&ordering=name')).results[0]

async function act(page, name) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  return page.getByRole('dialog', { name })
}

async function saved(page, press) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), path: await download.path() }
}

test('a domain goes out as a file and comes in as another', async ({ page }) => {
  await page.goto(`/folders/${domain.id}`)
  await settled(page)
  let dialog = await act(page, 'Export')
  await accessible(page)
  const file = await saved(page, () => dialog.getByRole('button', { name: 'Download' }).click())
  assert.equal(file.name, `${domain.name}.zip`)
  await dialog.waitFor({ state: 'detached' })

  await page.goto('/folders')
  await settled(page)
  dialog = await act(page, 'Import domain')
  await accessible(page)
  await field(dialog, 'File').setInputFiles({
    name: 'domain.zip',
    mimeType: 'application/zip',
    buffer: await readFile(file.path),
  })
  await field(dialog, 'Name').fill('Brought in')
  await dialog.getByRole('button', { name: 'Run' }).click()
  await dialog.getByRole('link', { name: 'Open “Brought in”' }).click()
  await page.getByRole('heading', { name: 'Brought in' }).waitFor()
})

test('what is wrong with a file is said beside it', { refused: [400] }, async ({ page }) => {
  await page.goto('/folders')
  await settled(page)
  const dialog = await act(page, 'Import domain')
  const file = { name: 'domain.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip at all') }
  await field(dialog, 'File').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Run' }).click()
  await dialog.getByText(/damaged/).waitFor()
  await accessible(page)
})

test('a job is followed until its file is there', async ({ page }) => {
  await page.goto(`/folders/${domain.id}`)
  await settled(page)
  const dialog = await act(page, 'Export in background')
  await dialog.getByRole('button', { name: 'Run' }).click()
  const button = dialog.getByRole('button', { name: `Download ${domain.name}.zip` })
  await button.waitFor()
  await accessible(page)
  const { path } = await saved(page, () => button.click())
  assert.equal((await readFile(path)).subarray(0, 2).toString(), 'PK')
  await eventually(async () => (await api.get('jobs/?kind=domain-export')).results[0].state === 'done')
})
