// Setting a password with a link, and the settings of signing in.
import { accessible, assert, becomes, settled, site } from './support.mjs'

const { test, api, session } = await site()

const PASSWORD = 'seven green herons 4'

const [readers] = (await api.get('user-groups/?code=BI-UG-AUD')).results

async function someone(email) {
  const user = await api.post('users/', { email, first_name: 'Odile', user_groups: [readers.id] })
  const { path } = await api.post(`users/${user.id}/create-password-link/`, {})
  return { user, path }
}

for (const look of [{}, { dark: true, narrow: true }]) {
  test(`an invitation leads to a password ${JSON.stringify(look)}`, {
    as: null,
    refused: [400, 401],
    ...look,
  }, async ({ page }) => {
    const email = `odile.${look.dark ? 'dark' : 'light'}@fjord.example`
    const { path } = await someone(email)
    await page.goto(path)
    await page.getByRole('heading', { name: 'Welcome to Cairn' }).waitFor()
    await page.getByLabel('New password').fill('password1234')
    await page.getByText('This password is too common').waitFor()
    await accessible(page)
    await page.getByLabel('Confirm password').fill('password1234')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByLabel('New password').and(page.locator('[aria-invalid="true"]')).waitFor()
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByText('Strong', { exact: true }).waitFor()
    await page.getByLabel('Confirm password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
    assert.equal(new URL(page.url()).hash, '')
    await page.getByRole('link', { name: 'Go to sign-in' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor({ state: 'detached' })
    await settled(page)
  })
}

test('a used link says so, and another is asked for', { as: null, refused: [404, 409, 401] }, async ({
  page,
}) => {
  const { path } = await someone('used@fjord.example')
  await api.post('iam/password-reset/confirm/', { token: path.split('#')[1], new_password: PASSWORD })
  await page.goto(path)
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Ask for a new link' }).click()
  await page.getByLabel('Email address').fill('used@fjord.example')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('This instance does not send email').waitFor()
  await accessible(page)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
})

test('an administrator copies a link for someone', async ({ page }) => {
  const { user } = await someone('copied@fjord.example')
  await page.goto(`/users/${user.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create one-time link' }).click()
  const dialog = page.getByRole('dialog')
  const link = await dialog.getByRole('status', { name: 'One-time link' }).textContent()
  assert.match(link, /\/reset-password#cl_/)
  await accessible(page)
  await api.post('iam/password-reset/confirm/', { token: link.split('#')[1], new_password: PASSWORD })
  const own = await session({ email: 'copied@fjord.example', password: PASSWORD })
  assert.equal((await own.get('iam/current-user/')).email, 'copied@fjord.example')
})

test('passwords, sessions and the allow list are settings', { refused: [400] }, async ({ page }) => {
  await page.goto('/settings/sign-in')
  await page.getByLabel('Minimum length').fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Must be from 8 to 64.').waitFor()
  await page.getByLabel('Minimum length').fill('14')
  await page.getByLabel('Sign out without activity after').fill('60')
  await page.getByRole('button', { name: 'Save' }).click()
  await becomes(async () => (await api.get('settings/sign-in/')).idle_minutes, 60)
  assert.equal((await api.get('settings/sign-in/')).password_min_length, 14)
  await page.getByLabel('IP addresses and networks').fill('203.0.113.0/24\n')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/Your own address 127\.0\.0\.1 is not in the list\./).waitFor()
  await accessible(page)
  await page.getByLabel('IP addresses and networks').fill('203.0.113.0/24\n127.0.0.1')
  await page.getByRole('button', { name: 'Save' }).click()
  await becomes(async () => (await api.get('settings/infra-config/')).ip_allow_list.length, 2)
  await api.patch('settings/infra-config/', { ip_allow_list: [] })
})

test('what a person can do is said for each domain', async ({ page }) => {
  const [reader] = (await api.get('roles/?code=BI-RL-AUD')).results
  const [bank] = (await api.get('folders/?name=Fjord Bank')).results
  const user = await api.post('users/', { email: 'able@fjord.example', first_name: 'Able' })
  await api.post('role-assignments/', {
    name: 'Able reads the bank',
    user: user.id,
    role: reader.id,
    perimeter_folders: [bank.id],
    is_recursive: true,
    folder: bank.id,
  })
  await page.goto(`/users/${user.id}`)
  await page.getByRole('tab', { name: 'What can they do?' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Fjord Bank' }).first()
  await line.getByText(/assigned directly/).waitFor()
  await accessible(page)
})

test('on a phone in the dark it is all there', { narrow: true, dark: true, language: 'fr-FR' }, async ({
  page,
}) => {
  const [user] = (await api.get('users/?limit=1')).results
  for (const address of ['/settings/sign-in', '/reset-password', `/users/${user.id}?tab=abilities`]) {
    await page.goto(address)
    await settled(page)
    await accessible(page)
    const wide = await page.evaluate(() => document.querySelector('main').scrollWidth > innerWidth)
    assert.equal(wide, false, address)
  }
  const [asset] = (await api.get('assets/?limit=1')).results
  await page.goto(`/assets/${asset.id}`)
  await page.getByRole('button', { name: 'Plus', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Qui y a accès' }).click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  await accessible(page)
})
