// The start page: what waits, the guided start of an empty instance, the demo and its removal.
import { createServer } from 'node:http'
import { countShift } from './support/shift.mjs'
import { accessible, assert, eventually, settled, site } from './support.mjs'

const receiver = createServer((request, response) => {
  received.push(request.headers['webhook-id'])
  response.end()
})
const received = []
await new Promise(resolve => receiver.listen(0, '127.0.0.1', resolve))
receiver.unref()
const address = `http://127.0.0.1:${receiver.address().port}/`

const bank = await site()
const empty = await site({ seed: false, env: { CAIRN_WEBHOOKS_ALLOW: '127.0.0.1' } })

for (const dark of [false, true])
  bank.test(`the start page is accessible${dark ? ' in the dark' : ''}`, { dark }, async ({ page }) => {
    await page.goto('/')
    await settled(page)
    await accessible(page)
  })

bank.test('what is late is told with its reason, and all of it is a click away', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  const work = page.getByRole('region', { name: 'My work' })
  await work.getByText('40 days late').waitFor()
  await work.getByRole('link', { name: 'View all' }).click()
  await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor()
  await settled(page)
  await accessible(page)
  const overdue = page.getByRole('region', { name: 'Overdue' })
  await overdue.getByRole('link', { name: /Multi-factor authentication/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Multi-factor authentication' }).waitFor()
})

bank.test('the work of everyone is a click away and stays in the address', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  await page.getByRole('button', { name: 'Everyone' }).click()
  await page.getByRole('region', { name: 'All work' }).getByText('Backup restore protocol').first().waitFor()
  assert.match(page.url(), /scope=all/)
})

bank.test('the numbers lead to the lists that make them up', { narrow: true }, async ({ page, api }) => {
  await page.goto('/')
  await settled(page)
  const posture = await api.get('folders/posture/')
  const open = posture.measures.find(measure => measure.name === 'findings_open')
  const numbers = page.getByRole('list', { name: 'Posture' })
  await numbers
    .getByRole('link', { name: String(open.value), exact: true })
    .first()
    .click()
  await page.getByText(`${open.value} records`).waitFor()
})

bank.test('the start page does not jump on a phone', { narrow: true }, async ({ page }) => {
  const shift = await countShift(page)
  await page.goto('/')
  await settled(page)
  const shifted = await shift()
  assert.ok(shifted < 0.05, `the page shifted by ${shifted}`)
})

bank.test('the start page asks little and does not jump', async ({ page }) => {
  const asked = []
  page.on('request', request => {
    if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname)
  })
  const shift = await countShift(page)
  await page.goto('/')
  await settled(page)
  const shifted = await shift()
  assert.ok(shifted < 0.05, `the page shifted by ${shifted}`)
  assert.ok(asked.length <= 17, `${asked.length} requests: ${asked.join(' ')}`)
})

bank.test('what happened lately is told, and leads to where it happened', async ({ page, api }) => {
  const asset = (await api.get('assets/?limit=1')).results[0]
  await api.patch(`assets/${asset.id}/`, { ref_id: `${asset.ref_id}-b` })
  await page.goto('/')
  await settled(page)
  const recent = page.getByRole('region', { name: 'Recent changes' })
  await recent.getByText('changed').first().waitFor()
  await recent.getByText('Reference').first().waitFor()
  await accessible(page)
  await recent.getByRole('link', { name: asset.name }).first().click()
  await page.getByRole('heading', { level: 1, name: asset.name }).waitFor()
})

empty.test(
  'the guided start leads to a domain, assets, controls, a finding and a webhook',
  async ({ page, api }) => {
    await page.goto('/')
    await settled(page)
    await accessible(page)
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByLabel('Domain name').fill('Head office')
    await page.getByRole('button', { name: 'Create domain' }).click()

    await page.getByLabel('Key services').fill('Online shop\nPayroll')
    // What is done survives a reload.
    await page.reload()
    await page.getByLabel('Key services').fill('Online shop\nPayroll')
    await page.getByLabel('Systems they depend on').fill('Web server')
    await accessible(page)
    await page.getByRole('button', { name: 'Add assets and controls' }).click()

    await page.getByRole('textbox', { name: /^Finding/ }).fill('Backups were never restored')
    await accessible(page)
    await page.getByRole('button', { name: 'Create finding' }).click()

    await page.getByLabel('Receiver URL').fill(address)
    await page.getByRole('button', { name: 'Create webhook' }).click()
    assert.match(await page.locator('code').textContent(), /^whsec_/)
    await accessible(page)
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText(/Delivered in/).waitFor()
    assert.ok(received.length > 0)
    await page.getByRole('button', { name: 'I’ve saved the secret' }).click()
    await page.getByText('You’re all set').waitFor()

    assert.deepEqual(
      (await api.get('assets/?ordering=name')).results.map(row => [row.name, row.type]),
      [
        ['Online shop', 'PR'],
        ['Payroll', 'PR'],
        ['Web server', 'SP'],
      ],
    )
    const shop = (await api.get('assets/?name=Web%20server')).results[0]
    assert.equal(shop.parent_assets.length, 2, 'a system supports every service')
    assert.equal((await api.get('applied-controls/')).count, 4)
    assert.equal((await api.get('findings/')).count, 1)
    assert.equal((await api.get('webhooks/endpoints/')).count, 1)
    const kept = page.waitForResponse('**/api/user-preferences/')
    await page.getByRole('button', { name: 'Go to my work' }).click()
    await page.getByRole('region', { name: 'My work' }).waitFor()
    await kept
    await page.reload()
    await settled(page)
    assert.equal(await page.getByText('You’re all set').count(), 0)
  },
)

const PATHS = ['folders', 'assets', 'applied-controls', 'evidences', 'findings', 'filtering-labels', 'teams']
const numbers = async api =>
  Object.fromEntries(
    await Promise.all(PATHS.map(async path => [path, (await api.get(`${path}/?limit=1`)).count])),
  )

empty.test(
  'the demo comes with one button and goes with another, and takes nothing else along',
  async ({ page, api }) => {
    await api.patch('user-preferences/', { ui: {} })
    for (const row of (await api.get('folders/?name=Head%20office')).results)
      await api.delete(`folders/${row.id}/`)
    const before = await numbers(api)
    await page.goto('/')
    await settled(page)
    await page.getByRole('button', { name: 'Load demo data' }).click()
    await page.getByRole('progressbar', { name: 'Loading demo data…' }).waitFor()
    await page.getByRole('button', { name: 'Remove demo data' }).waitFor()
    const loaded = await numbers(api)
    assert.ok(loaded.assets >= 10 && loaded['applied-controls'] >= 10 && loaded.findings >= 5)
    const label = (await api.get('filtering-labels/?label=cairn-demo')).results[0]
    for (const path of ['assets', 'applied-controls', 'evidences', 'findings'])
      assert.equal((await api.get(`${path}/?filtering_labels=${label.id}`)).count, loaded[path], path)
    await settled(page)
    await accessible(page)

    const own = await api.post('folders/', { name: 'Ours' })
    await api.post('assets/', { name: 'Our own', folder: own.id })
    await page.reload()
    await page.getByRole('button', { name: 'Remove demo data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove the demo data?' })
    await dialog.getByText('Assets').waitFor()
    await accessible(page)
    await dialog.getByRole('button', { name: 'Remove demo data' }).click()
    await eventually(async () => {
      const after = await numbers(api)
      assert.deepEqual(after, { ...before, folders: before.folders + 1, assets: before.assets + 1 })
      return true
    })
  },
)
