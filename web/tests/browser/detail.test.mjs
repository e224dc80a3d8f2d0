// The page of one object: what it shows, what can be done with it, and what goes along when it is deleted.
import { accessible, assert, becomes, eventually, field, settled, site } from './support.mjs'

const { test, api, url } = await site()
const address = page => page.url().slice(url.length)
const found = async (path, name) =>
  (await api.get(`${path}/?search=${encodeURIComponent(name)}`)).results.find(one => one.name === name)
const heading = (page, name) => page.getByRole('heading', { level: 1, name })

async function open(page, path, name) {
  await page.goto(`/${path}/${(await found(path, name)).id}`)
  await heading(page, name).waitFor()
  await settled(page)
}
const more = async (page, item) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const fact = (page, name) => page.locator(`[data-fact="${name}"]`)
/** What is read, without what only a screen reader says before it. */
const read = async found => (await found.innerText()).replace(/^Edit [^:]+:\s*/, '').trim()
const property = (page, name) => page.locator(`[data-property="${name}"] dd`)
const primary = page => page.locator('main header').first().locator('button.bg-accent')

test('the header says how it stands, and the one button is the next step', async ({ page }) => {
  await open(page, 'applied-controls', 'Multi-factor authentication')
  assert.equal(await fact(page, 'status').innerText(), 'To do')
  assert.match(await read(fact(page, 'eta')), /^Due 30 Jan, 40 days late$/)
  assert.match(await fact(page, 'priority').innerText(), /Priority P1/)
  assert.ok((await fact(page, 'owner').innerText()).length > 2)
  assert.deepEqual(await primary(page).allInnerTexts(), ['Start work'])
  await page.getByRole('heading', { name: /steps? left before this control can go active/ }).waitFor()
  await accessible(page)
  await primary(page).click()
  await page.getByText('Saved').waitFor()
  await eventually(async () => (await fact(page, 'status').innerText()) === 'In progress')
  assert.deepEqual(await primary(page).allInnerTexts(), ['Update progress'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(
    async () => (await found('applied-controls', 'Multi-factor authentication')).status === 'to_do',
  )
})

test('properties say what is there, and what is empty on demand', async ({ page }) => {
  await open(page, 'applied-controls', 'Multi-factor authentication')
  assert.equal(await read(property(page, 'category')), 'Technical')
  assert.equal(await property(page, 'link').count(), 0)
  for (const word of ['Calculated', 'Insights', 'Settings', 'Record'])
    assert.equal(await page.getByRole('main').getByRole('heading', { name: word }).count(), 0)
  await page.getByRole('button', { name: /^Show \d+ empty$/ }).click()
  await property(page, 'link').waitFor()
  await page.getByRole('tabpanel').getByRole('link', { name: 'Card payments' }).click()
  await heading(page, 'Card payments').waitFor()
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Cards & payments' })
    .click()
  await heading(page, 'Cards & payments').waitFor()
})

test('a field is changed where it stands, with the keyboard alone', async ({ page }) => {
  await open(page, 'applied-controls', 'Quarterly access review')
  const now = async () => found('applied-controls', 'Quarterly access review')
  await page.getByRole('button', { name: /^Edit Effort/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Edit Effort' }).selectOption({ label: 'Extra large' })
  await page.keyboard.press('Enter')
  await eventually(async () => (await now()).effort === 'XL')
  await eventually(() =>
    page.evaluate(() => document.activeElement.matches('[data-property="effort"] button')),
  )
  await page.getByRole('button', { name: /^Status:/ }).click()
  await page.getByRole('menuitem', { name: 'On hold' }).click()
  await eventually(async () => (await now()).status === 'on_hold')
  await page.getByRole('button', { name: /^Edit Implementation due/ }).click()
  await page.getByLabel('Edit Implementation due').fill('2026-12-24')
  await page.keyboard.press('Enter')
  await eventually(async () => (await now()).eta === '2026-12-24')
  await page.getByRole('button', { name: 'Add Description' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Description' })
  await field(dialog, 'Description').fill('Managers confirm **every** account.')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.locator('.markdown', { hasText: 'Managers confirm every account.' }).waitFor()
})

test('a control has a place for evidence, also while there is none, and files become evidence', {
  refused: [400],
}, async ({ page }) => {
  const { folder } = await found('applied-controls', 'Encrypted backups')
  const made = await api.post('applied-controls/', { name: 'Unproven', folder: folder.id, status: 'active' })
  const { actor_id } = await api.get('iam/current-user/')
  await api.patch(`applied-controls/${made.id}/`, { owner: [actor_id] })
  await page.goto(`/applied-controls/${made.id}?tab=evidences`)
  await page.getByRole('tab', { name: /^Evidence ?0$/, selected: true }).waitFor()
  await page.getByRole('heading', { name: 'No evidence linked yet' }).waitFor()
  await accessible(page)
  await primary(page).click()
  const dialog = page.getByRole('dialog', { name: 'Upload evidence for “Unproven”' })
  const file = (name, mimeType, text) => ({ name, mimeType, buffer: Buffer.from(text) })
  await dialog
    .locator('input[type=file]')
    .setInputFiles([
      file('one.txt', 'text/plain', 'one'),
      file('bad.html', 'text/html', '<script>alert(1)</script>'),
      file('two.txt', 'text/plain', 'two'),
    ])
  await dialog.getByText('1 file wasn’t added').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'bad.html' }).waitFor()
  await accessible(page)
  const evidence = (await api.get(`applied-controls/${made.id}/`)).evidences.map(one => one.str)
  assert.deepEqual(evidence.sort(), ['one.txt', 'two.txt'])
  await dialog.getByRole('button', { name: 'Dismiss bad.html' }).click()
  await becomes(() => dialog.getByText('bad.html').count(), 0)
  await dialog.getByRole('contentinfo').or(dialog.locator('footer')).getByRole('button').last().click()
  await page.getByRole('tab', { name: /^Evidence ?2$/ }).waitFor()
})

test('on a phone the properties fold and the next step is at the foot', { narrow: true }, async ({
  page,
}) => {
  await open(page, 'findings', 'Outdated TLS on partner gateway')
  assert.equal(await page.locator('[data-property]').first().isVisible(), false)
  await page.getByRole('button', { name: 'Properties' }).click()
  await property(page, 'findings_assessment').waitFor()
  const box = await primary(page).boundingBox()
  assert.ok(box.y + box.height > 700 && box.height >= 44, JSON.stringify(box))
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await accessible(page)
})

test('on a phone “…” stays beside the name, and a notice above the button at the foot', {
  narrow: true,
}, async ({ page }) => {
  await open(page, 'applied-controls', 'Multi-factor authentication')
  const name = await heading(page, 'Multi-factor authentication').boundingBox()
  const dots = await page.getByRole('button', { name: 'More', exact: true }).boundingBox()
  assert.ok(dots.y < name.y + name.height, 'the button has a line of its own')
  const before = await found('applied-controls', 'Multi-factor authentication')
  await primary(page).click()
  const notice = page.getByRole('region', { name: 'Notifications' })
  await notice.getByText('Saved').waitFor()
  const foot = await primary(page).boundingBox()
  const box = await notice.boundingBox()
  assert.ok(
    box.y + box.height <= foot.y,
    `the notice ends at ${box.y + box.height}, the button is at ${foot.y}`,
  )
  await api.patch(`applied-controls/${before.id}/`, { status: before.status })
})

test('a finding says what it threatens: its asset, and what depends on that', async ({ page, api }) => {
  const [app, card] = await Promise.all([found('assets', 'Mobile app'), found('assets', 'Card payments')])
  await api.patch(`assets/${app.id}/`, { parent_assets: [card.id] })
  const { id } = await found('findings', 'Unowned service account')
  await api.patch(`findings/${id}/`, { asset: null })
  await page.goto(`/findings/${id}`)
  const part = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'What it threatens' }) })
  await part.getByText('Link the asset where this was found.').waitFor()
  await api.patch(`findings/${id}/`, { asset: app.id })
  await page.reload()
  await part.getByRole('link', { name: 'Mobile app' }).waitFor()
  await part.getByRole('link', { name: 'Card payments' }).waitFor()
  await settled(page)
  await accessible(page)
})

test('a findings review shows its findings by severity, and each number leads to them', async ({ page }) => {
  await open(page, 'findings-assessments', 'Penetration test, autumn')
  const chart = page.getByRole('list', { name: 'Findings by severity' })
  const { id } = await found('findings-assessments', 'Penetration test, autumn')
  const { count } = await api.get(`findings/?findings_assessment=${id}&severity=4`)
  await accessible(page)
  await chart.getByRole('link', { name: `Critical: ${count} (${count} open)` }).click()
  await page.getByText(count === 1 ? '1 record' : `${count} records`).waitFor()
})

test('levels have fills of their own, critical is not high', async ({ page }) => {
  const { id } = await found('findings', 'Outdated TLS on partner gateway')
  const fills = []
  for (const severity of [0, 1, 2, 3, 4]) {
    await api.patch(`findings/${id}/`, { severity })
    await page.goto(`/findings/${id}`)
    const badge = fact(page, 'severity').locator(`[data-level="${severity + 1}"]`)
    await badge.waitFor()
    fills.push(await badge.evaluate(element => getComputedStyle(element).backgroundColor))
  }
  assert.equal(new Set(fills).size, 5)
})

test('what refers to it has tabs, and a new one begins filled in', async ({ page }) => {
  await open(page, 'findings-assessments', 'Penetration test, autumn')
  await page.getByRole('tab', { name: /Findings/ }).click()
  await page.getByRole('row', { name: 'Outdated TLS on partner gateway' }).waitFor()
  assert.match(address(page), /tab=findings/)
  await accessible(page)
  await page.getByRole('link', { name: 'New finding' }).click()
  await eventually(async () => /autumn/.test(await field(page, 'Findings review').innerText()))
})

test('what an object can do runs with a form, and leads to what it made', async ({ page }) => {
  await open(page, 'applied-controls', 'Encrypted backups')
  await more(page, 'Duplicate')
  const dialog = page.getByRole('dialog', { name: 'Duplicate' })
  await dialog.getByLabel('Name').fill('Encrypted backups, again')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Run' }).click()
  await eventually(() => found('applied-controls', 'Encrypted backups, again'))
})

test('the link and the identifier can be copied', async ({ page }) => {
  await open(page, 'assets', 'HSM cluster')
  const { id } = await found('assets', 'HSM cluster')
  await more(page, 'Copy ID')
  await eventually(async () => (await page.evaluate(() => navigator.clipboard.readText())) === id)
})

test('before a delete it is said what goes along and what stays', async ({ page }) => {
  await open(page, 'findings-assessments', 'Internal audit of card payments')
  await more(page, 'Delete')
  const dialog = page.getByRole('dialog', { name: /^Delete/ })
  await dialog.getByText(/more records? will be deleted/).waitFor()
  await dialog.getByText('Default password on printer').waitFor()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  assert.ok(await found('findings-assessments', 'Internal audit of card payments'))
  await more(page, 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await eventually(() => address(page) === '/findings-assessments')
  assert.equal((await api.get('findings/?search=printer')).count, 0)
})

test('what is built in cannot be deleted', async ({ page }) => {
  const global = (await api.get('folders/?content_type=GL')).results[0]
  await page.goto(`/folders/${global.id}`)
  await settled(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Delete' }).count(), 0)
})

test('files are dropped on an evidence, downloaded and removed', async ({ page }) => {
  await open(page, 'evidences', 'Access review Q3')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'review.txt', mimeType: 'text/plain', buffer: Buffer.from('all good') })
  await page.getByText('1 file added').waitFor()
  await page.getByText('review.txt').first().waitFor()
  await accessible(page)
})

test('what happened to it is told, and an earlier state comes back', async ({ page }) => {
  const { id } = await found('assets', 'Fraud detection')
  await api.patch(`assets/${id}/`, { ref_id: 'A-LATER', owner: [] })
  await page.goto(`/assets/${id}?tab=history`)
  await page.getByText('made changes').first().waitFor()
  await page.getByRole('tabpanel').getByText('A-LATER').waitFor()
  await page.getByText('created this').waitFor()
  await accessible(page)
  await page
    .getByRole('button', { name: /^Restore the version from/ })
    .last()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
  await eventually(async () => (await found('assets', 'Fraud detection')).ref_id === 'A-006')
  assert.equal((await found('assets', 'Fraud detection')).owner.length, 1)
})

test('a picture in a text is not fetched, from wherever', async ({ page, log }) => {
  const address = 'https://pictures.example/seen-by-whom.png'
  const text = [
    `Look: ![a picture](${address})`,
    `<img src="${address}" alt="raw">`,
    `[![in a link](${address})](https://elsewhere.example/)`,
    `![by reference][picture]\n\n[picture]: ${address}`,
    '![our own](/api/assets/?limit=1)',
  ].join('\n\n')
  const { results } = await api.get('assets/?search=Mobile')
  await api.patch(`assets/${results[0].id}/`, { description: text })
  await page.goto(`/assets/${results[0].id}`)
  await page.locator('.markdown', { hasText: 'Look:' }).waitFor()
  assert.equal(await page.locator('.markdown img').count(), 0)
  await page.goto(`/assets/${results[0].id}/edit`)
  await page
    .getByRole('button', { name: 'Preview' })
    .or(page.getByRole('tab', { name: 'Preview' }))
    .first()
    .click()
  await page.locator('.markdown', { hasText: 'Look:' }).waitFor()
  await settled(page)
  const asked = log.requests.map(request => request.url)
  assert.deepEqual(
    asked.filter(url => url.includes('.example') || url.endsWith('/api/assets/?limit=1')),
    [],
  )
})
