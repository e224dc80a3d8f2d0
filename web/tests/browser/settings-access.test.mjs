// Users, groups, roles and who may do what where.
import { accessible, assert, becomes, eventually, settled, site, take } from './support.mjs'

const { test, api, session } = await site()

const byName = async (path, name) =>
  (await api.get(`${path}/?limit=1000`)).results.find(row => (row.name ?? row.first_name) === name)

test('a new person gets a group and a password that works', async ({ page }) => {
  await page.goto('/users')
  await page.getByRole('link', { name: 'New user' }).click()
  await page.getByLabel('Email address').fill('new.person@fjord.example')
  await page.getByLabel('First name').fill('Nia')
  await page.getByLabel('Last name').fill('Person')
  await page.getByLabel('User groups').click()
  await take(page, 'Global - Reader')
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: /Set an initial password/ }).check()
  await accessible(page)
  await page.getByRole('button', { name: 'Create user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nia Person can now sign in' })
  const password = await dialog.getByRole('status', { name: 'Initial password' }).textContent()
  await dialog.getByRole('button', { name: 'Copy initial password' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Nia Person', exact: true }).waitFor()
  await page.getByText('all domains', { exact: true }).waitFor()
  const own = await session({ email: 'new.person@fjord.example', password })
  assert.equal((await own.get('iam/current-user/')).first_name, 'Nia')
})

test('the list of people says what each may do and where', async ({ page }) => {
  const person = await byName('users', 'Ingrid')
  const role = await byName('roles', 'Analyst')
  const domain = await byName('folders', 'Retail banking')
  await api.post('role-assignments/', {
    name: 'x',
    folder: domain.id,
    user: person.id,
    role: role.id,
    perimeter_folders: [domain.id],
    is_recursive: true,
  })
  await page.goto('/users')
  await page
    .getByRole('row', { name: /Ingrid|i\.solberg/ })
    .getByText('Retail banking and subdomains')
    .waitFor()
  await page.getByText('No access').first().waitFor()
  await accessible(page)
})

test('a role is given in a sentence and taken away after a question', async ({ page }) => {
  const person = await byName('users', 'Amadou')
  await page.goto(`/users/${person.id}`)
  await page.getByText('can’t see anything yet').waitFor()
  await page.getByRole('button', { name: 'Assign role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign a role to Amadou Diallo' })
  await dialog.getByLabel('Role').selectOption({ label: 'Approver' })
  await dialog.getByLabel(/^Domains/).click()
  await take(dialog, 'Cards', /Cards & payments/)
  await page.keyboard.press('Escape')
  await dialog
    .getByText('Amadou Diallo will have the role Approver in Cards & payments and subdomains.')
    .waitFor()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Assign role' }).click()
  await page.getByText('Amadou Diallo now has the role Approver').waitFor()
  await page.getByText('assigned directly').waitFor()

  await page.getByRole('tab', { name: 'Permissions by domain' }).click()
  await page.getByRole('button', { name: 'Domain', exact: true }).click()
  await page.getByRole('option', { name: 'Cards & payments' }).click()
  await page.getByTitle('Assets: View. From the role Approver.').waitFor()
  await accessible(page)

  await page.getByRole('tab', { name: 'Access', exact: true }).click()
  await page.getByRole('button', { name: 'Remove role Approver' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove role' }).click()
  await page.getByText('can’t see anything yet').waitFor()
})

test('people are put into a group and taken out', async ({ page }) => {
  const group = await byName('user-groups', 'Global - Reader')
  await page.goto(`/user-groups/${group.id}`)
  await page.getByText('Cairn manages this group').waitFor()
  await page.getByRole('button', { name: 'Add members' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add members to Global - Reader' })
  await dialog.getByLabel('Users').click()
  await take(dialog, 'Chloé', /Chloé Moreau/)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('1 member added').waitFor()
  await page.getByRole('link', { name: 'Chloé Moreau' }).waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Remove Chloé Moreau' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from group' }).click()
  await eventually(async () =>
    (await api.get(`user-groups/${group.id}/`)).users.every(user => user.str !== 'Chloé Moreau'),
  )
})

test('a built-in role is read-only with a reason; its copy is edited as a matrix', async ({ page }) => {
  await page.goto('/roles')
  await settled(page)
  await accessible(page)
  await page.getByRole('link', { name: 'Reader', exact: true }).click()
  await page.getByText('Built-in roles can’t be changed').waitFor()
  assert.equal(await page.getByRole('checkbox').count(), 0)
  await accessible(page)
  await page.getByRole('link', { name: 'Copy role' }).click()
  await page.getByLabel('Name').fill('Evidence keeper')
  await page.getByRole('checkbox', { name: 'Evidence: Edit', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Findings: all', exact: true }).click()
  await page.getByRole('button', { name: 'Create role' }).click()
  await page.getByRole('heading', { name: 'Evidence keeper' }).waitFor()
  const made = await byName('roles', 'Evidence keeper')
  const names = made.permissions.map(permission => permission.str)
  assert.ok(names.includes('Can change evidence') && names.includes('Can delete finding'))

  // Without seeing a thing nothing can be done with it.
  await page.getByRole('checkbox', { name: 'Findings: View', exact: true }).click()
  await becomes(
    () => page.getByRole('checkbox', { name: 'Findings: Delete', exact: true }).isChecked(),
    false,
  )
  await page.getByText('0 added, 4 removed').waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Evidence keeper” saved').waitFor()
  await eventually(
    async () => (await byName('roles', 'Evidence keeper')).permissions.length === made.permissions.length - 4,
  )
  // What every role needs stays.
  await page.getByRole('checkbox', { name: /^Domains: View/ }).click({ force: true })
  assert.equal(await page.getByRole('checkbox', { name: /^Domains: View/ }).isChecked(), true)
})

test('a role that someone else changed meanwhile is not written over', async ({ page }) => {
  const reader = await byName('roles', 'Reader')
  const permissions = reader.permissions.map(permission => permission.id)
  const { id } = await api.post('roles/', { name: 'Shared role', permissions })
  await page.goto(`/roles/${id}`)
  await page.getByRole('checkbox', { name: 'Findings: Add', exact: true }).click()
  await api.patch(`roles/${id}/`, { description: 'By someone else.' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Someone else changed this role.').waitFor()
  assert.equal((await api.get(`roles/${id}/`)).permissions.length, permissions.length)
})

test('the matrix is worked with the keyboard', async ({ page }) => {
  await page.goto('/roles/new')
  await page.getByRole('checkbox', { name: 'All', exact: true }).focus()
  const onDomains = page.locator(':focus').and(page.getByRole('checkbox', { name: /^Domains/ }))
  // Other records of the module may come before.
  for (let row = 0; row < 20 && (await onDomains.count()) === 0; row += 1)
    await page.keyboard.press('ArrowDown')
  for (const key of ['ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await becomes(() => page.getByRole('checkbox', { name: 'Domains: Add', exact: true }).isChecked(), true)
})

test('who may do what where can be searched, and empty groups stay out of the way', async ({ page }) => {
  await page.goto('/role-assignments')
  await page.getByText('without members are hidden').waitFor()
  await accessible(page)
  await page.getByRole('searchbox').fill('administrator')
  assert.equal(
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Administrator' }).count(),
    1,
  )
  await page.getByRole('searchbox').fill('')
  await page.getByRole('switch', { name: 'Show groups without members' }).click()
  await page.getByText('Global - Technical tester').first().waitFor()
})

test('an account is switched off after a question, and the last administrator stays', {
  refused: [409],
}, async ({ page }) => {
  const person = await byName('users', 'Tomasz')
  await page.goto(`/users/${person.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Disable account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable account' }).click()
  await page.getByText('This account is disabled').waitFor()
  assert.equal((await api.get(`users/${person.id}/`)).is_active, false)

  const me = await api.get('iam/current-user/')
  await page.goto(`/users/${me.id}`)
  await page.getByRole('button', { name: 'Remove from Global - Administrator' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from group' }).click()
  await page.getByText('without an active administrator').waitFor()
})

test('on a phone in the dark everything is there', { narrow: true, dark: true, language: 'fr-FR' }, async ({
  page,
}) => {
  const user = (await api.get('users/?limit=1')).results[0]
  const group = (await api.get('user-groups/?limit=1')).results[0]
  const role = (await api.get('roles/?limit=1')).results[0]
  const places = [
    '/users',
    '/users/new',
    `/users/${user.id}`,
    `/users/${user.id}?tab=rights`,
    '/user-groups',
    `/user-groups/${group.id}`,
    '/roles',
    '/roles/new',
    `/roles/${role.id}`,
    '/role-assignments',
  ]
  for (const address of places) {
    await page.goto(address)
    await settled(page)
    await accessible(page)
    const wide = await page.evaluate(() => document.querySelector('main').scrollWidth > innerWidth)
    assert.equal(wide, false, `${address} is wider than the screen`)
  }
})

test('a person is erased after the email was typed, and the dialog says what that means', {
  refused: [400],
}, async ({ page }) => {
  const made = await api.post('users/', {
    email: 'gone.soon@fjord.example',
    first_name: 'Gunn',
    last_name: 'Soon',
  })
  await page.goto(`/users/${made.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Erase user' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This cannot be undone. Backups').waitFor()
  await dialog.getByLabel('Email').fill('someone@fjord.example')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await dialog.getByText('This is not the email of this user. Nothing was erased.').first().waitFor()
  await accessible(page)
  await dialog.getByLabel('Email').fill('gone.soon@fjord.example')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('heading', { level: 1, name: /^Erased user / }).waitFor()
  await eventually(async () => {
    const jobs = await api.get('jobs/?kind=erase-user')
    return jobs.results[0].state === 'done'
  })
  assert.equal((await api.get('log-entries/?search=gone.soon@fjord.example')).count, 0)
})
