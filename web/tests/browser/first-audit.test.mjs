// From an empty instance to the first assessed requirement, as a person does it: few clicks, little time.
import { readFile } from 'node:fs/promises'
import { accessible, assert, eventually, settled, site } from './support.mjs'

const bundled = await site({ seed: false, env: { CAIRN_LIBRARIES_BUNDLED: 'true' } })
const bare = await site({ seed: false })

/** Counts the clicks and the keys that a person needs; whole texts count as one. */
async function countHands(page) {
  await page.addInitScript(() => {
    window.hands = Number(sessionStorage.hands ?? 0)
    const count = () => {
      window.hands += 1
      sessionStorage.hands = window.hands
    }
    addEventListener('pointerdown', count, true)
  })
  return () => page.evaluate(() => window.hands)
}
const bundledAreThere = () =>
  eventually(async () => (await bundled.api.get('stored-libraries/?limit=1')).count >= 5, 60_000)

bundled.test(
  'three clicks lead to the first assessed requirement, in under three minutes',
  async ({ page, api }) => {
    await bundledAreThere()
    const began = Date.now()
    const hands = await countHands(page)
    await page.goto('/')
    await page.getByRole('button', { name: 'Start audit' }).waitFor({ timeout: 60_000 })
    await settled(page)
    await accessible(page)
    // The baseline is chosen already.
    await eventually(() => page.getByRole('radio', { name: /baseline/i }).isChecked())
    await page.getByLabel('Domain name').click()
    await page.keyboard.type('Head office')
    await page.getByRole('button', { name: 'Start audit' }).click()
    await page.getByRole('list', { name: 'Requirements' }).waitFor({ timeout: 60_000 })
    await settled(page)
    const [audit] = (await api.get('compliance-assessments/')).results
    const rows = (
      await api.get(`requirement-assessments/?compliance_assessment=${audit.id}&ordering=order_id&limit=500`)
    ).results
    const first = rows.find(row => row.requirement.assessable)
    // The first requirement is open, and its result is one click away.
    await eventually(() => page.url().includes(first.requirement.id))
    const line = page
      .getByRole('listitem')
      .filter({ has: page.locator(`[data-line="${first.requirement.id}"]`) })
    await line.getByRole('button', { name: 'Compliant', exact: true }).click()
    await eventually(
      async () => (await api.get(`requirement-assessments/${first.id}/`)).result === 'compliant',
    )
    const clicks = await hands()
    const seconds = (Date.now() - began) / 1000
    assert.ok(clicks <= 3, `${clicks} clicks`)
    assert.ok(seconds < 180, `${seconds} seconds`)
    assert.equal(audit.folder.str, 'Head office')
    assert.equal(audit.status, 'in_progress')

    // The setup can be left, and goes on where it was.
    await page.goto('/')
    await page.getByLabel('Key services').waitFor()
    await page.getByRole('button', { name: /First audit \(done\)/ }).waitFor()
  },
)

bare.test(
  'a framework of one’s own is uploaded on the way, and a bad file is refused',
  {
    refused: [400],
    narrow: true,
  },
  async ({ page, api }) => {
    await page.goto('/')
    await settled(page)
    const file = page.locator('input[type=file]')
    await file.setInputFiles({
      name: 'bad.yaml',
      mimeType: 'text/yaml',
      buffer: Buffer.from('urn: nothing\n'),
    })
    await page.getByRole('alert').waitFor()
    const buffer = await readFile(new URL('./support/supplier-check.yaml', import.meta.url))
    await file.setInputFiles({ name: 'supplier-check.yaml', mimeType: 'text/yaml', buffer })
    await page.getByRole('radio', { name: /Supplier check/ }).waitFor()
    await accessible(page)
    await page.getByLabel('Domain name').fill('Plant 2')
    await page.getByLabel('Audit name').fill('Our suppliers')
    await page.getByRole('button', { name: 'Start audit' }).click()
    await page.getByRole('heading', { level: 1, name: 'Our suppliers' }).waitFor()
    assert.equal((await api.get('compliance-assessments/')).results[0].folder.str, 'Plant 2')
  },
)

bare.test('the setup that was closed is a click away while there is nothing', async ({ page, api }) => {
  for (const row of (await api.get('compliance-assessments/')).results)
    await api.delete(`compliance-assessments/${row.id}/`)
  for (const row of (await api.get('folders/?name=Plant%202')).results) await api.delete(`folders/${row.id}/`)
  await api.patch('user-preferences/', { ui: {} })
  await page.goto('/')
  await page.getByRole('button', { name: 'Don’t show again' }).click()
  await page.getByRole('button', { name: 'Show the guided setup' }).click()
  await page.getByRole('button', { name: 'Start audit' }).waitFor()
})
