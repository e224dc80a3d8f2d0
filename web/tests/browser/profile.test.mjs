// One's own account: tokens, password, sessions, language and theme.
import { signIn } from '../../scripts/seed.mjs'
import { accessible, assert, becomes, eventually, settled, site } from './support.mjs'

const { test, api, url } = await site()

let count = 0
/** A person of their own for a test that changes a password. */
async function person() {
  count += 1
  const who = { email: `person${count}@fjord.example`, password: 'Basalt-Fern-2209' }
  const { id } = await api.post('users/', { email: who.email, first_name: 'Own', last_name: 'Person' })
  await api.post('iam/set-password/', { user: id, new_password: who.password })
  return who
}

test('the profile is reached from the menu of the account', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  await accessible(page)
})

test('a token is made, shown once, works, and is revoked', async ({ page }) => {
  await page.goto('/profile?tab=tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  const form = page.getByRole('dialog', { name: 'New access token' })
  await form.getByLabel('Name').fill('Nightly export')
  await form.getByLabel('Expiration').selectOption('90')
  await form.getByRole('radio', { name: 'Read-only' }).click()
  await form.getByLabel('Limit to a domain').click()
  await form.getByRole('option', { name: 'Fjord Bank' }).click()
  await accessible(page)
  await form.getByRole('button', { name: 'Create token' }).click()
  const shown = page.getByRole('dialog', { name: 'Token “Nightly export” created' })
  const token = await shown.getByRole('status', { name: 'Token' }).textContent()
  await accessible(page)
  await shown.getByRole('button', { name: 'Copy token' }).click()
  await becomes(() => page.evaluate(() => navigator.clipboard.readText()), token)
  await shown.getByRole('button', { name: 'Done' }).click()

  const line = page.getByRole('listitem').filter({ hasText: 'Nightly export' })
  await line.getByText('Read-only').waitFor()
  await line.getByText('Fjord Bank').waitFor()
  await line.getByText('never used').waitFor()
  assert.equal(await page.getByText(token).count(), 0)
  const use = () => fetch(`${url}/api/iam/current-user/`, { headers: { authorization: `Token ${token}` } })
  assert.deepEqual((await (await use()).json()).token.read_only, true)

  await line.getByRole('button', { name: 'Revoke Nightly export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('“Nightly export” revoked').waitFor()
  await page.getByText('No access tokens').waitFor()
  assert.equal((await use()).status, 401)
})

test('a token without an end is offered only where it is allowed', async ({ page }) => {
  await page.goto('/profile?tab=tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  const option = page.getByRole('option', { name: 'No expiration (not allowed on this instance)' })
  assert.equal(await option.isDisabled(), true)
})

test('language and theme are kept with the account', { as: null, refused: [401, 403] }, async ({ page }) => {
  const who = await person()
  await page.goto('/profile')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('radio', { name: 'Dark' }).click()
  await eventually(() => page.evaluate(() => document.documentElement.dataset.theme === 'dark'))
  await page.getByRole('button', { name: 'Français' }).click()
  await page.getByRole('heading', { name: 'Profil' }).waitFor()
  await accessible(page)
  const own = await signIn(url, who.email, who.password)
  await eventually(async () => {
    const { preferences } = await own.get('iam/current-user/')
    return preferences.lang === 'fr' && preferences.ui.theme === 'dark'
  })
})

test('a password is changed, wrong ones are refused on their field, other sessions end', {
  as: null,
  refused: [400, 401, 403],
}, async ({ page }) => {
  const who = await person()
  const elsewhere = await signIn(url, who.email, who.password)
  await page.goto('/profile?tab=security')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Current password').fill('not it')
  await page.getByLabel('New password', { exact: true }).fill('Schist-Heather-5150')
  await page.getByLabel('Confirm new password').fill('Other')
  await page.getByText('The passwords don’t match.').waitFor()
  await page.getByLabel('Confirm new password').fill('Schist-Heather-5150')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your current password is incorrect.').waitFor()
  await accessible(page)
  await page.getByLabel('Current password').fill(who.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()
  await assert.rejects(elsewhere.get('iam/current-user/'), /401/)
  await signIn(url, who.email, 'Schist-Heather-5150')
})

test('sessions are seen, ended one by one, and all but this one', { as: null, refused: [401, 403] }, async ({
  page,
}) => {
  const who = await person()
  const [one, other, another] = [
    await signIn(url, who.email, who.password),
    await signIn(url, who.email, who.password),
    await signIn(url, who.email, who.password),
  ]
  await page.goto('/profile?tab=security')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await sessions.filter({ hasText: 'This browser' }).getByText('Chrome on Linux').waitFor()
  await becomes(() => sessions.count(), 4)
  await accessible(page)
  await page
    .getByRole('button', { name: /^End session on/ })
    .last()
    .click()
  await page.getByText(/Session on .* ended/).waitFor()
  await eventually(async () => (await sessions.count()) === 3)
  await assert.rejects(one.get('iam/current-user/'), /401/)
  await other.get('iam/current-user/')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere else' })
  await accessible(page)
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Signed out everywhere else').waitFor()
  await assert.rejects(other.get('iam/current-user/'), /401/)
  await assert.rejects(another.get('iam/current-user/'), /401/)
  await eventually(async () => (await sessions.count()) === 1)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
})

test('on a phone in the dark everything is there', { narrow: true, dark: true, language: 'fr-FR' }, async ({
  page,
}) => {
  for (const tab of ['you', 'tokens', 'security']) {
    await page.goto(`/profile?tab=${tab}`)
    await settled(page)
    await accessible(page)
    const wide = await page.evaluate(() => document.querySelector('main').scrollWidth > innerWidth)
    assert.equal(wide, false, `${tab} is wider than the screen`)
  }
})
