// The bell, the inbox, what one is told of, and the mail server.
import { createServer } from 'node:net'
import { accessible, assert, becomes, eventually, settled, site } from './support.mjs'

const { test, api, session } = await site({ env: { CAIRN_WEBHOOKS_ALLOW: '127.0.0.1' } })
const root = (await api.get('folders/org_tree/')).uuid
const role = (await api.get('roles/?limit=50')).results.find(one => one.name === 'Analyst')
const cleo = { email: 'cleo@fjord.example', password: 'Granite-Lichen-4712' }
const { id } = await api.post('users/', { email: cleo.email, first_name: 'Cleo', last_name: 'Berg' })
await api.post('iam/set-password/', { user: id, new_password: cleo.password })
const given = { user: id, role: role.id, perimeter_folders: [root], is_recursive: true, folder: root }
await api.post('role-assignments/', { ...given, name: 'analyses' })
const hers = await session(cleo)
const { actor_id } = await hers.get('iam/current-user/')
for (const name of ['Network segmentation', 'Key ceremony', 'Incident drill']) {
  const [control] = (await api.get(`applied-controls/?name=${encodeURIComponent(name)}`)).results
  await api.patch(`applied-controls/${control.id}/`, { owner: [actor_id] })
}
const unread = async () => (await hers.get('notifications/unread/')).count

test('what is assigned to someone rings the bell, and is read in the inbox', { as: cleo }, async ({
  page,
}) => {
  await eventually(async () => (await unread()) === 3)
  await page.goto('/assets')
  await page.getByRole('link', { name: '3 unread notifications' }).click()
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  await settled(page)
  await accessible(page)
  const fresh = page.getByRole('region', { name: 'Unread' })
  await fresh
    .getByText(/assigned this to you|Assigned to you/)
    .first()
    .waitFor()

  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await eventually(async () => (await unread()) === 2)
  await page.getByRole('region', { name: 'Read', exact: true }).getByRole('listitem').waitFor()
  await page.getByRole('link', { name: '2 unread notifications' }).waitFor()

  await fresh
    .getByRole('link', { name: /Key ceremony|Network segmentation/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /Key ceremony|Network segmentation/ }).waitFor()
  await eventually(async () => (await unread()) === 1)

  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await eventually(async () => (await unread()) === 0)
  await becomes(() => fresh.count(), 0)
  await page
    .getByRole('button', { name: /^Mark as unread: / })
    .first()
    .click()
  await eventually(async () => (await unread()) === 1)
  await page.getByRole('button', { name: /^Unread/ }).click()
  await becomes(() => page.getByRole('region', { name: 'Read', exact: true }).count(), 0)
})

test('everyone chooses what they are told, how and when', { as: cleo, narrow: true, dark: true }, async ({
  page,
}) => {
  await page.goto('/profile?tab=notifications')
  await settled(page)
  await accessible(page)
  await page.getByLabel('Something is due: by email').selectOption('off')
  await page.getByRole('switch', { name: 'Someone mentions me: in the inbox' }).click()
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  await page.getByLabel('Time zone').selectOption('Europe/Oslo')
  await eventually(async () => {
    const { notifications } = await hers.get('user-preferences/')
    assert.equal(notifications.kinds.due.email, 'off')
    assert.equal(notifications.kinds.due.in_app, true)
    assert.equal(notifications.kinds.mention.in_app, false)
    assert.deepEqual(notifications.quiet_hours, { from: '20:00', to: '07:00' })
    assert.equal(notifications.time_zone, 'Europe/Oslo')
    return true
  })
  await page.getByLabel('From').waitFor()
  await accessible(page)
})

test('a test email that fails shows what the server said', async ({ page }) => {
  const server = createServer(socket => {
    socket.write('220 mx.example ESMTP\r\n')
    socket.on('data', () => socket.write('550 Go away\r\n'))
    socket.on('error', () => {})
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  await page.goto('/settings/mail')
  await settled(page)
  await accessible(page)
  await page.getByLabel('SMTP server').fill('127.0.0.1')
  await page.getByLabel('Port').fill(String(server.address().port))
  await page.getByLabel('Encryption').selectOption('none')
  await page.getByLabel('Sender').fill('security@fjord.example')
  await page.getByLabel('URL of this instance').fill('https://cairn.fjord.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await page.getByRole('button', { name: 'Send test email' }).click()
  await page
    .getByLabel('Conversation with the server')
    .getByText(/550 Go away/)
    .waitFor()
  await accessible(page)
  server.close()
})
