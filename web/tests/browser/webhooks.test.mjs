// Settings > Webhooks, as the contract lays out its set-up: switch on, make, copy, test, look into.
import { createHmac } from 'node:crypto'
import { after } from 'node:test'
import { receiver } from './support/receiver.mjs'
import { accessible, assert, becomes, eventually, settled, site } from './support.mjs'

const hooks = await receiver()
after(hooks.stop)
const { test, api } = await site({ env: { CAIRN_WEBHOOKS_ALLOW: '127.0.0.1' } })

/** An endpoint made over the API, and the inbox it sends to. */
async function endpoint(name, more = {}) {
  const inbox = hooks.inbox()
  const { id } = await api.post('webhooks/endpoints/', {
    name,
    url: inbox.url,
    event_types: ['asset.created', 'asset.updated'],
    generate_secret: true,
    ...more,
  })
  return { id, inbox }
}
/** What the header of a signed message must hold. */
function signatureOf({ headers, body }, secret) {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${JSON.stringify(body)}`
  return `v1,${createHmac('sha256', secret).update(content).digest('base64')}`
}
const someAsset = async () => (await api.get('assets/?limit=1')).results[0]
const touch = async () =>
  api.patch(`assets/${(await someAsset()).id}/`, { observation: String(Math.random()) })

test('the whole way: switch on, make an endpoint, copy the secret, send a test', async ({ page }) => {
  await page.goto('/webhooks/endpoints')
  await page.getByText('Outgoing webhooks are off').waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Outgoing webhooks turned on').waitFor()
  assert.equal((await api.get('settings/feature-flags/')).outgoing_webhooks, true)

  await page.getByRole('link', { name: 'New endpoint' }).click()
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await page.getByText('Select at least one event.').waitFor()
  const inbox = hooks.inbox()
  await page.getByLabel('URL').fill(inbox.url)
  await page.getByLabel('Name', { exact: true }).fill('Data lake')
  await page.getByRole('searchbox', { name: 'Search events' }).fill('asset')
  await page.getByRole('checkbox', { name: 'Assets: all', exact: true }).click()
  await page.getByText('3 events selected').waitFor()
  await page.getByRole('searchbox', { name: 'Search events' }).fill('')
  await page.getByRole('checkbox', { name: 'Findings: Created', exact: true }).click()

  const thin = page.getByRole('radio', { name: 'Thin PRO' })
  assert.equal(await thin.isDisabled(), true)
  await page.getByText('Part of the PRO edition.').waitFor()

  await page.getByRole('button', { name: 'Add header' }).click()
  await page.getByRole('textbox', { name: 'Header 1 name' }).fill('X-Gateway')
  await page.getByRole('textbox', { name: 'Header 1 value' }).fill('open sesame')
  await accessible(page)
  await page.getByRole('button', { name: 'Create endpoint' }).click()

  const dialog = page.getByRole('dialog', { name: 'Endpoint created' })
  const secret = await dialog.getByRole('status', { name: 'Signing secret' }).textContent()
  assert.match(secret, /^whsec_[A-Za-z0-9]{64}$/)
  await accessible(page)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.getByText('You haven’t copied it yet. It won’t be shown again.').waitFor()
  await dialog.getByRole('button', { name: 'Copy signing secret' }).click()
  await becomes(() => page.evaluate(() => navigator.clipboard.readText()), secret)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Data lake' }).waitFor()

  await page.getByRole('button', { name: 'Send test event' }).click()
  const exchange = page.getByRole('dialog', { name: 'Test “Data lake”' })
  await exchange.getByLabel('Event').selectOption('finding.created')
  await exchange.getByRole('button', { name: 'Send', exact: true }).click()
  await exchange.getByText('The receiver accepted it').waitFor()
  const [sent] = inbox.got
  assert.equal(sent.body.type, 'finding.created')
  assert.equal(sent.headers['x-gateway'], 'open sesame')
  assert.equal(sent.headers['webhook-signature'], signatureOf(sent, secret))
  await exchange.getByText(sent.headers['webhook-id']).waitFor()
  await exchange.getByText('x-receiver').waitFor()
  await accessible(page)
  await exchange.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('tab', { name: 'Configuration' }).click()
  await page.getByText('X-Gateway: ••••••').waitFor()
  assert.equal(await page.getByText('open sesame').count(), 0)
  await accessible(page)
})

test('the event table is worked with the keyboard', async ({ page }) => {
  await page.goto('/webhooks/endpoints/new')
  await page.getByRole('checkbox', { name: 'All', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.getByText('1 event selected').waitFor()
  await eventually(() => page.getByRole('checkbox', { name: 'Applied controls: Created' }).isChecked())
})

test('a delivery is found in the log, looked into and sent again', async ({ page }) => {
  await api.patch('settings/feature-flags/', { outgoing_webhooks: true })
  const { id, inbox } = await endpoint('Log reader')
  await touch()
  await eventually(() => inbox.got.length === 1)
  await page.goto(`/webhooks/endpoints/${id}`)
  await page.getByRole('button', { name: 'asset.updated' }).first().click()
  const panel = page.getByRole('dialog', { name: 'asset.updated' })
  await panel.getByText('Attempt 1').waitFor()
  await panel.getByText('x-receiver').waitFor()
  await panel.getByText(`"${(await someAsset()).name}"`).waitFor()
  await accessible(page)
  assert.match(page.url(), /delivery=/)
  await panel.getByRole('button', { name: 'Redeliver' }).click()
  await page.getByText('Sending again').waitFor()
  await eventually(() => inbox.got.length === 2)
  const [first, again] = inbox.got
  assert.equal(again.headers['webhook-id'], first.headers['webhook-id'])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
})

test('while it is off events are missed, and a replay brings them', async ({ page }) => {
  await api.patch('settings/feature-flags/', { outgoing_webhooks: true })
  const { id, inbox } = await endpoint('Sleeper')
  await page.goto(`/webhooks/endpoints/${id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page
    .getByRole('dialog', { name: 'Disable “Sleeper”?' })
    .getByRole('button', { name: 'Disable' })
    .click()
  await page.getByText('This endpoint is disabled').waitFor()
  await touch()
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('enabled').waitFor()
  await page.getByRole('button', { name: 'Missed', exact: true }).click()
  await page.getByRole('button', { name: 'asset.updated' }).first().waitFor()
  await page.getByRole('button', { name: 'Replay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay deliveries' })
  await dialog.getByText('1 message will be sent again.').waitFor()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Replay', exact: true }).click()
  await page.getByText('Replaying 1 message').waitFor()
  await eventually(() => inbox.got.length > 0)
})

test('a failing receiver is seen at a glance, with its own words', async ({ page }) => {
  await api.patch('settings/feature-flags/', { outgoing_webhooks: true })
  const { id, inbox } = await endpoint('Broken', { event_types: ['finding.updated'] })
  inbox.status = 503
  const finding = (await api.get('findings/?limit=1')).results[0]
  await api.patch(`findings/${finding.id}/`, { observation: 'x' })
  await eventually(async () => (await api.get(`webhooks/endpoints/${id}/`)).stats.failures > 0)
  await page.goto('/webhooks/endpoints')
  const line = page.getByRole('listitem').filter({ hasText: 'Broken' })
  await line.getByText('Failing').waitFor()
  await accessible(page)
  await line.getByRole('link', { name: 'Broken' }).click()
  await page.getByText('The receiver responded with 503.').waitFor()
})

test('a secret is rotated for later, and a test can be signed with the new one', async ({ page }) => {
  await api.patch('settings/feature-flags/', { outgoing_webhooks: true })
  const { id, inbox } = await endpoint('Rotated')
  await page.goto(`/webhooks/endpoints/${id}?tab=setup`)
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rotate secret' })
  await dialog.getByRole('radio', { name: 'At a set time' }).click()
  await dialog.getByLabel('Overlap').selectOption('24')
  await dialog.getByText('Both sign until').waitFor()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Generate new secret' }).click()
  const shown = page.getByRole('dialog', { name: 'New signing secret' })
  const secret = await shown.getByRole('status', { name: 'Signing secret' }).textContent()
  await shown.getByRole('button', { name: 'Copy signing secret' }).click()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Secret rotation in progress').waitFor()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByRole('switch', { name: 'Sign with the new secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('The receiver accepted it').waitFor()
  const [sent] = inbox.got
  assert.ok(sent.headers['webhook-signature'].split(' ').includes(signatureOf(sent, secret)))
})

test('an endpoint is changed without touching its sealed headers, and deleted after a question', async ({
  page,
}) => {
  const { id } = await endpoint('Updated', { headers: { 'X-Key': 'abc' } })
  await page.goto(`/webhooks/endpoints/${id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Changed name')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Changed name' }).waitFor()
  assert.deepEqual((await api.get(`webhooks/endpoints/${id}/`)).header_names, ['X-Key'])
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('“Changed name” deleted').waitFor()
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
})

test('an address that the operator did not allow is refused with the reason', { refused: [400] }, async ({
  page,
}) => {
  await page.goto('/webhooks/endpoints/new')
  await page.getByLabel('URL').fill('http://169.254.169.254/latest')
  await page.getByRole('checkbox', { name: 'Assets: Created', exact: true }).click()
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await eventually(async () => (await page.getByLabel('URL').getAttribute('aria-invalid')) === 'true')
})

test('on a phone in the dark everything is there', { narrow: true, dark: true, language: 'fr-FR' }, async ({
  page,
}) => {
  const { id } = await endpoint('Étroit')
  for (const address of ['', '/new', `/${id}`, `/${id}?tab=setup`, `/${id}/edit`]) {
    await page.goto(`/webhooks/endpoints${address}`)
    await settled(page)
    await accessible(page)
    const wide = await page.evaluate(() => document.querySelector('main').scrollWidth > innerWidth)
    assert.equal(wide, false, `${address} is wider than the screen`)
  }
})
