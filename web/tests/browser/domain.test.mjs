// Domains: how one stands, and the switcher: whatever lies outside of the chosen domain shows nowhere.
import { accessible, assert, becomes, eventually, settled, site } from './support.mjs'

const { test, api } = await site()
const folders = (await api.get('folders/')).results
const folder = name => folders.find(one => one.name === name).id
const [retail, cards, it] = ['Retail banking', 'Cards & payments', 'Information technology'].map(folder)
const within = (path, id) => `${path}${path.includes('?') ? '&' : '?'}domain=${id}`

// What the administrator answers for, one in each domain.
const me = await api.get('iam/current-user/')
const mine = me.all_actor_ids[0]
for (const [name, place] of [
  ['Retail control', retail],
  ['IT control', it],
])
  await api.post('applied-controls/', { name, folder: place, owner: [mine] })
for (const [name, place] of [
  ['Retail hook', retail],
  ['IT hook', it],
])
  await api.post('webhooks/endpoints/', {
    name,
    folder: place,
    url: 'https://hooks.example.com/x',
    event_types: ['asset.created'],
    generate_secret: true,
  })

const nowhere = async (page, text) =>
  assert.equal(await page.getByText(text, { exact: true }).count(), 0, text)

test('a choice narrows the list, and goes along to the next page', async ({ page }) => {
  await page.goto('/assets')
  await page.getByRole('row', { name: 'HSM cluster' }).waitFor()
  await page.getByRole('button', { name: 'Domain: All domains' }).click()
  await page.getByRole('option', { name: 'Retail banking' }).click()
  await eventually(async () => (await page.getByRole('row', { name: 'HSM cluster' }).count()) === 0)
  await page.getByRole('row', { name: 'Customer database' }).waitFor()
  // What lies under the domain belongs to it.
  await page.getByRole('row', { name: 'Card payments' }).waitFor()
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('button', { name: 'Controls & evidence' }).click()
  await main.getByRole('link', { name: 'Applied controls' }).click()
  await page.getByRole('row', { name: 'Retail control' }).waitFor()
  await nowhere(page, 'IT control')
})

test('an empty list says in which domain', async ({ page }) => {
  await page.goto(within('/evidences', retail))
  await page.getByRole('heading', { name: /No .* in Retail banking yet/ }).waitFor()
})

test('boards and the line of time are narrowed', async ({ page }) => {
  for (const layout of ['board', 'timeline']) {
    await page.goto(within(`/applied-controls?layout=${layout}`, retail))
    await page.getByText('Retail control').first().waitFor()
    await nowhere(page, 'IT control')
  }
  await page.goto(within('/findings?layout=board', cards))
  await page.getByText('Default password on printer').waitFor()
  await nowhere(page, 'Outdated TLS on partner gateway')
})

test('the map is narrowed to the domain and what its assets are linked with', async ({ page, log }) => {
  await page.goto(within('/assets?layout=map', it))
  await page.getByRole('link', { name: /^HSM cluster/ }).waitFor()
  // Shown for its links alone, and said to be outside.
  await page.getByRole('link', { name: /^Card payments.*not in the current filters/ }).waitFor()
  assert.equal(await page.getByRole('link', { name: /^Mobile app/ }).count(), 0)
  await page.getByRole('button', { name: 'Find an asset' }).click()
  await page.getByRole('option', { name: 'HSM cluster' }).waitFor()
  assert.equal(await page.getByRole('option', { name: 'Mobile app' }).count(), 0)
  assert.equal(log.requests.filter(request => /\/api\/assets\/\?/.test(request.url)).length, 0)
})

test('the cards of the start page are narrowed', async ({ page }) => {
  await page.goto(within('/', retail))
  await settled(page)
  await page.getByRole('list', { name: 'Posture' }).getByText('of 1 control').waitFor()
  await nowhere(page, 'IT control')
  await nowhere(page, 'Backup restore protocol')
  for (const name of ['Information technology', 'Fjord Bank'])
    assert.equal(await page.getByRole('main').getByRole('link', { name, exact: true }).count(), 0)
})

test('the audit log is narrowed', async ({ page }) => {
  await page.goto(within('/log-entries', retail))
  await page.getByText('Retail control').first().waitFor()
  await nowhere(page, 'IT control')
})

test('evidence, findings and proposals are narrowed', async ({ page, log }) => {
  await page.goto(within('/evidences', it))
  await page.getByRole('row', { name: 'Access review Q3' }).waitFor()
  await page.goto(within('/findings', cards))
  await page.getByRole('row', { name: 'Default password on printer' }).waitFor()
  await nowhere(page, 'Outdated TLS on partner gateway')
  await page.goto(within('/proposals', cards))
  await settled(page)
  const asked = log.requests.filter(request => request.url.includes('/api/proposals/?'))
  assert.ok(asked.length > 0)
  for (const request of asked) assert.equal(new URL(request.url).searchParams.get('within'), cards)
})

test('endpoints are narrowed, and none says so', async ({ page }) => {
  await page.goto(within('/webhooks/endpoints', retail))
  await page.getByRole('link', { name: 'Retail hook' }).waitFor()
  await nowhere(page, 'IT hook')
  await page.goto(within('/webhooks/endpoints', cards))
  await page.getByRole('heading', { name: 'No endpoints in this domain' }).waitFor()
})

test('the palette finds within the domain, and elsewhere on demand', async ({ page }) => {
  await page.goto(within('/assets', retail))
  await page.getByRole('row', { name: 'Customer database' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('control')
  await page.getByRole('option', { name: /^Retail control/ }).waitFor()
  await becomes(() => page.getByRole('option', { name: /^IT control/ }).count(), 0)
  await page.getByRole('option', { name: /^Search all domains/ }).click()
  await page.getByRole('option', { name: /^IT control/ }).waitFor()
})

test('people belong to no domain', async ({ page }) => {
  await page.goto(within('/users', retail))
  await page.getByRole('row', { name: /i\.solberg/ }).waitFor()
})

test('who may do what is told for the domain, what lies under it and what reaches into it', async ({
  page,
}) => {
  const role = (await api.get('roles/?search=Analyst')).results[0].id
  const [ingrid, amadou, chloe] = ['i.solberg', 'a.diallo', 'c.moreau'].map(async name => {
    const user = (await api.get(`users/?search=${name}`)).results[0].id
    return place =>
      api.post('role-assignments/', {
        name: 'x',
        folder: place,
        user,
        role,
        perimeter_folders: [place],
        is_recursive: true,
      })
  })
  await (await ingrid)(folder('Fjord Bank'))
  await (await amadou)(cards)
  await (await chloe)(it)
  await page.goto(within('/role-assignments', retail))
  await page.getByText('Ingrid Solberg').waitFor()
  await page.getByText('Amadou Diallo').waitFor()
  await nowhere(page, 'Chloé Moreau')
})

test('the page of a domain says how it stands, and each number leads to its list', async ({ page }) => {
  const bank = folder('Fjord Bank')
  await page.goto(`/folders/${bank}`)
  await settled(page)
  const card = title => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  const open = (await api.get(`findings/?within=${bank}&status=--,identified,confirmed,assigned,in_progress`))
    .count
  await card('Open findings')
    .getByRole('link', { name: String(open), exact: true })
    .waitFor()
  await card('Approved evidence').getByText('2 approved').waitFor()
  // The tree, with the numbers of each.
  const table = page.getByRole('table')
  await table.getByRole('row', { name: /^Information technology/ }).waitFor()
  await table.getByRole('row', { name: /^Cards & payments/ }).waitFor()
  await page.getByRole('heading', { name: /^\d+ (person|people)$/ }).waitFor()
  await page.getByRole('heading', { name: 'Recent changes' }).waitFor()
  await page.getByRole('heading', { name: 'Coming up' }).waitFor()
  await accessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await accessible(page)
  await card('Open findings').getByRole('link', { name: '1 critical' }).click()
  await page.getByRole('row', { name: 'Backups not tested since spring' }).waitFor()
  await becomes(() => page.getByRole('row').count(), 2)
  await page.goto(`/folders/${bank}`)
  await page.getByRole('table').getByRole('link', { name: 'Information technology' }).click()
  await page.getByRole('heading', { level: 1, name: 'Information technology' }).waitFor()
  await page.getByText('No subdomains.').waitFor()
})

test('the tabs of a domain count its subdomains in, and a new record begins there', async ({ page }) => {
  const bank = folder('Fjord Bank')
  const assets = (await api.get(`assets/?within=${bank}`)).count
  await page.goto(`/folders/${bank}`)
  await page.getByRole('tab', { name: new RegExp(`^Assets ?${assets}$`) }).click()
  await page.getByRole('row', { name: 'Card payments' }).waitFor()
  await page.getByRole('link', { name: 'New asset' }).click()
  await eventually(async () => /Fjord Bank/.test(await page.getByRole('main').innerText()))
})

test('the page of a domain fits a phone', { narrow: true }, async ({ page }) => {
  await page.goto(`/folders/${folder('Fjord Bank')}`)
  await settled(page)
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await accessible(page)
})
