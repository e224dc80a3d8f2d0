// A list that is too long to wait for is written by a job, which can be given up.
import { readFile } from 'node:fs/promises'
import { accessible, assert, settled, site } from './support.mjs'

const busy = await site({ rows: 10_000, flags: ['--no-worker'] })
const ready = await site({ rows: 10_000 })

async function exportAll(page, item) {
  await page.goto('/assets?ordering=name')
  await settled(page)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  return page.getByRole('dialog', { name: 'Export' })
}

ready.test('the file is there when the job is done', async ({ page }) => {
  const dialog = await exportAll(page, 'All columns (CSV)')
  const button = dialog.getByRole('button', { name: 'Download assets.csv' })
  await button.waitFor({ timeout: 60_000 })
  await accessible(page)
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const lines = String(await readFile(await download.path()))
    .trim()
    .split('\n')
  assert.ok(lines.length > 10_000, `${lines.length} lines`)
})

busy.test('a job that waits can be cancelled and asked for again', async ({ page }) => {
  const dialog = await exportAll(page, 'All columns (Excel)')
  await dialog.getByText('Queued').waitFor()
  await dialog.getByRole('button', { name: 'Cancel job' }).click()
  await dialog.getByText('Cancelled').waitFor()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Run again' }).click()
  await dialog.getByText('Queued').waitFor()
})
