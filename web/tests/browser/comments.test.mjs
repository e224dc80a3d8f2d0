// Comments on an object: said, changed, marked as done, taken back.
import { accessible, assert, becomes, eventually, now, settled, site } from './support.mjs'

const { test, api, session } = await site()
const finding = (await api.get('findings/?search=TLS')).results[0]
const control = (await api.get('applied-controls/?search=Encrypted')).results[0]
const asset = (await api.get('assets/?limit=1')).results[0]
const other = { email: 'cleo@fjord.example', password: 'Granite-Lichen-4712' }
const cleo = await api.post('users/', { email: other.email, first_name: 'Cleo', last_name: 'Berg' })
await api.post('iam/set-password/', { user: cleo.id, new_password: other.password })
const role = (await api.get('roles/?limit=50')).results.find(role => role.name === 'Analyst')
const root = (await api.get('folders/org_tree/')).uuid
const given = { user: cleo.id, role: role.id, perimeter_folders: [root], is_recursive: true, folder: root }
await api.post('role-assignments/', { ...given, name: 'analyses' })

const comment = (page, words) => page.getByRole('article').filter({ hasText: words })
const write = page => page.getByLabel('Write a comment')
const said = async () => (await api.get(`comments/?finding=${finding.id}`)).results

test('what can be talked about has a place for it at the side', async ({ page }) => {
  await page.goto(`/applied-controls/${control.id}`)
  await write(page).waitFor()
  await page.getByRole('heading', { name: 'Activity' }).waitFor()
  await page.getByText('created this').waitFor()
  await page.getByRole('button', { name: 'Comments', exact: true }).click()
  await page.getByText('Ask a question or leave a note').waitFor()
  await accessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await accessible(page)
  await page.goto(`/assets/${asset.id}`)
  await page.getByRole('heading', { name: 'Activity' }).waitFor()
  assert.equal(await write(page).count(), 0)
})

test('words are sent with the keyboard alone, as Markdown', async ({ page }) => {
  await page.goto(`/findings/${finding.id}`)
  await write(page).focus()
  await page.keyboard.type('The new certificate is **ready**.')
  await page.keyboard.press('Control+Enter')
  const own = comment(page, 'The new certificate is ready.')
  await own.waitFor()
  assert.equal(await own.locator('strong').innerText(), 'ready')
  await becomes(() => write(page).inputValue(), '')
  await page.getByRole('button', { name: /^Comments ?1$/ }).waitFor()
  assert.equal((await said())[0].author.str, 'admin@fjord.example')
  await accessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await accessible(page)
})

test('its author changes it, marks it as done and takes it back', async ({ page }) => {
  await api.post('comments/', { finding: finding.id, body: 'Who rolls it out?' })
  await page.goto(`/findings/${finding.id}`)
  const own = comment(page, 'Who rolls it out?')
  await own.getByRole('button', { name: 'Comment actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Edit comment').fill('Who rolls it out, and when?')
  await page.getByRole('button', { name: 'Save' }).click()
  const changed = comment(page, 'Who rolls it out, and when?')
  await changed.getByText('edited').waitFor()
  await changed.getByRole('button', { name: 'Mark as resolved' }).click()
  await changed.getByText('Resolved', { exact: true }).waitFor()
  await accessible(page)
  await changed.getByRole('button', { name: 'Reopen' }).click()
  await changed.getByRole('button', { name: 'Mark as resolved' }).waitFor()
  await changed.getByRole('button', { name: 'Comment actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this comment?' })
  await accessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await eventually(async () => (await changed.count()) === 0)
  assert.equal((await said()).length, 1)
})

test('others answer and mark it as done, and cannot change its words', { as: other }, async ({ page }) => {
  await session(other)
  await page.goto(`/findings/${finding.id}`)
  const theirs = comment(page, 'The new certificate is ready.')
  await theirs.waitFor()
  assert.equal(await theirs.getByRole('button', { name: 'Comment actions' }).count(), 0)
  await write(page).fill('On Monday.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await comment(page, 'On Monday.').waitFor()
  await page.getByRole('article', { name: 'Comment by Cleo Berg' }).waitFor()
  await theirs.getByRole('button', { name: 'Mark as resolved' }).click()
  await theirs.getByText('Resolved', { exact: true }).waitFor()
})

test('words that were not sent are not lost without a question', async ({ page }) => {
  await page.goto(`/findings/${finding.id}`)
  await write(page).fill('Half a thought')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Findings', exact: true })
    .click()
  const asked = page.getByRole('dialog')
  await asked.waitFor()
  assert.match(page.url(), new RegExp(finding.id))
  await asked.getByRole('button', { name: 'Keep editing' }).click()
  // Another tab of the page is no leaving: the words are still there on the way back.
  await page.getByRole('tab', { name: /^Applied controls/ }).click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await becomes(() => write(page).inputValue(), 'Half a thought')
})

test('the past has its comments, and none can be added', async ({ page }) => {
  const lately = new Date(now() - 1000).toISOString().replace(/\.\d+Z$/, 'Z')
  await page.goto(`/findings/${finding.id}?as_of=${lately}`)
  await comment(page, 'On Monday.').waitFor()
  await settled(page)
  assert.equal(await write(page).count(), 0)
  assert.equal(await page.getByRole('button', { name: /Mark as done|Open again/ }).count(), 0)
})

test('on a phone it fits', { narrow: true }, async ({ page }) => {
  await page.goto(`/findings/${finding.id}`)
  await comment(page, 'On Monday.').waitFor()
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await accessible(page)
})

test('it speaks French', { language: 'fr-FR' }, async ({ page }) => {
  await page.goto(`/findings/${finding.id}`)
  await page.getByLabel('Écrire un commentaire').waitFor()
})
