// Signing in and out, and a session that ends under the person's hands.
import { ADMIN, accessible, assert, becomes, eventually, settled, site } from './support.mjs'

const { test, url } = await site()

async function signIn(page, password = ADMIN.password) {
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a wrong password is refused with a reason, the right one leads to the page asked for', {
  as: null,
  refused: [400, 401],
}, async ({ page }) => {
  await page.goto('/assets?search=ledger')
  await accessible(page)
  await signIn(page, 'wrong')
  await page.getByRole('alert').waitFor()
  await accessible(page)
  await signIn(page)
  await page.getByRole('row', { name: 'Core banking ledger' }).waitFor()
  assert.equal(page.url(), `${url}/assets?search=ledger`)
})

test('the password can be looked at while it is typed', { as: null, refused: [401] }, async ({ page }) => {
  await page.goto('/')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('abc')
  await page.getByRole('button', { name: 'Show password' }).click()
  await becomes(() => password.getAttribute('type'), 'text')
})

test('signing out ends the session on the server', { as: null, refused: [401] }, async ({
  page,
  context,
}) => {
  await page.goto('/')
  await signIn(page)
  await page.getByRole('button', { name: /^Account/ }).click()
  const before = await context.cookies()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await context.addCookies(before)
  await page.goto('/assets')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
})

test('signing out leaves nothing of the person in the browser', { as: null, refused: [401] }, async ({
  page,
  context,
}) => {
  await page.goto('/assets?search=ledger')
  await signIn(page)
  await page.getByRole('link', { name: 'Core banking ledger' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Name', { exact: false }).first().fill('Known to nobody else')
  const kept = () =>
    page.evaluate(async () => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
    }))
  await eventually(async () => JSON.stringify(await kept()).includes('Known to nobody else'))
  // With the form still open: what is typed must not be kept on the way out either.
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  const left = await kept()
  const own = Object.keys(left.local).filter(key => !['cairn.theme', 'cairn.lang'].includes(key))
  assert.deepEqual({ ...left, local: own }, { local: [], session: {}, databases: [], caches: [] })
  // The mark of a known browser stays, sealed, so that nobody else's guesses lock the person out here.
  const cookies = (await context.cookies()).filter(
    cookie => cookie.name !== 'cairn_device' || !cookie.httpOnly,
  )
  assert.deepEqual(cookies, [])
})

test('a session that ends keeps what was typed and goes on after signing in again', {
  as: null,
  refused: [401],
}, async ({ page, context }) => {
  await page.goto('/assets/new')
  await signIn(page)
  await page.getByLabel('Name', { exact: false }).first().fill('Typed before the end')
  await context.clearCookies()
  // Whatever the page asks for next may notice the end before the form does, and then covers the button.
  await page.getByRole('button', { name: 'Create', exact: true }).dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Your session has expired' })
  await dialog.waitFor()
  await accessible(page)
  assert.equal(await dialog.getByLabel('Email').inputValue(), ADMIN.email)
  await page.keyboard.press('Escape')
  assert.ok(await dialog.isVisible(), 'it cannot be put away')
  await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Typed before the end' }).waitFor()
  await settled(page)
})

test('a server that cannot be reached is told, and its return noticed', async ({ page, context }) => {
  await page.goto('/assets')
  await page.getByRole('row', { name: 'Mobile app' }).waitFor()
  await context.setOffline(true)
  await page.getByRole('status').filter({ hasText: 'You’re offline' }).waitFor()
  await accessible(page)
  await context.setOffline(false)
  await eventually(async () => (await page.getByText('You’re offline').count()) === 0)
})
