// My work: what is assigned to someone, with the keys that complete it, put it off and hand it over.
import { dateOf } from './support/clock.mjs'
import { accessible, assert, becomes, eventually, now, settled, site, take } from './support.mjs'

const { test, api } = await site()
const today = dateOf(now())
const day = ahead => new Date(Date.parse(today) + ahead * 86_400_000).toISOString().slice(0, 10)

const me = await api.get('iam/current-user/')
const folder = (await api.get('folders/?name=Information%20technology')).results[0].id
const people = (await api.get('users/?ordering=email')).results
const ingrid = people.find(person => person.email.startsWith('i.solberg'))
const team = await api.post('teams/', { name: 'Crisis team', folder, members: [me.id] })
const actors = (await api.get('actors/')).results
const teamActor = actors.find(actor => actor.str === 'Crisis team' || actor.team?.id === team.id)

const task = (name, ahead, more = {}) =>
  api.post('task-templates/', {
    name,
    folder,
    task_date: ahead === null ? null : day(ahead),
    assigned_to: [me.actor_id],
    ...more,
  })
await task('Rotate the backup keys', 0)
await task('Check the fire doors', -6)
await task('Review firewall rules', 0, {
  is_recurrent: true,
  schedule: { frequency: 'WEEKLY', interval: 1 },
})
await task('Rehearse the crisis call', 3, { assigned_to: [teamActor.id] })
const policy = await api.post('policies/', { name: 'Mobile devices', folder })
await api.post('validation-flows/', {
  folder,
  approver: ingrid.id,
  policies: [policy.id],
  request_notes: 'Second version.',
})

const line = (page, name) => page.getByRole('listitem').filter({ hasText: name })
const group = (page, name) => page.getByRole('region', { name, exact: true })

test('what is due comes by date, and the keys complete it, put it off and undo both', async ({ page }) => {
  await page.goto('/my-work')
  await settled(page)
  await accessible(page)
  await group(page, 'Overdue').getByText('Check the fire doors').waitFor()
  await group(page, 'Today').getByText('Rotate the backup keys').waitFor()
  await group(page, 'Next 7 days').getByText('Rehearse the crisis call').waitFor()
  assert.equal(await page.getByText('Review firewall rules').count(), 1, 'only the next occurrence is listed')
  await group(page, 'Waiting for others').getByText('Mobile devices').waitFor()

  const keys = line(page, 'Rotate the backup keys')
  await keys.getByRole('link').focus()
  await page.keyboard.press('e')
  await keys.getByRole('button', { name: 'Undo' }).waitFor()
  await eventually(async () => {
    const { results } = await api.get('task-nodes/?status=completed')
    return results.some(row => row.name === 'Rotate the backup keys')
  })
  assert.equal(await keys.count(), 1, 'what is done stays until the page is left')
  await page.keyboard.press('z')
  await eventually(async () => (await api.get('task-nodes/?status=completed')).count === 0)
  await keys.getByRole('button', { name: 'Complete Rotate the backup keys' }).waitFor()

  await line(page, 'Check the fire doors').getByRole('link').focus()
  await page.keyboard.press('h')
  await page.getByRole('menuitem', { name: 'Until Monday' }).waitFor()
  await accessible(page)
  await page.getByRole('menuitem', { name: 'Until Monday' }).click()
  await group(page, 'Snoozed').getByText('Check the fire doors').waitFor()
  assert.equal(await group(page, 'Overdue').getByText('Check the fire doors').count(), 0)
  await eventually(async () => {
    const { ui } = await api.get('user-preferences/')
    return Object.values(ui.snoozed ?? {}).length === 1
  })
  await page.reload()
  await settled(page)
  await group(page, 'Snoozed').getByRole('button', { name: 'Bring back Check the fire doors' }).click()
  await group(page, 'Overdue').getByText('Check the fire doors').waitFor()
})

test('work is handed over, and narrowed to a kind, a day and oneself', async ({ page }) => {
  await page.goto('/my-work')
  await settled(page)
  await line(page, 'Check the fire doors').getByRole('link').focus()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Reassign Check the fire doors' })
  await dialog.waitFor()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Assigned to' }).click()
  await take(dialog, 'Ingrid', /Ingrid/)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Remove admin@fjord.example' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await becomes(() => line(page, 'Check the fire doors').count(), 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await line(page, 'Check the fire doors').waitFor()

  await page.getByRole('button', { name: 'Only me' }).click()
  await settled(page)
  assert.match(page.url(), /scope=me/)
  await becomes(() => line(page, 'Rehearse the crisis call').count(), 0)
  await page.getByRole('button', { name: 'With my teams' }).click()
  await line(page, 'Rehearse the crisis call').waitFor()

  await page.getByRole('button', { name: 'All kinds' }).click()
  await page.getByRole('menuitem', { name: /Applied controls|Controls/ }).click()
  await becomes(() => line(page, 'Check the fire doors').count(), 0)
  await group(page, 'Overdue').getByText('Multi-factor authentication').waitFor()
  await page.goto(`/my-work?scope=mine&day=${day(3)}`)
  await line(page, 'Rehearse the crisis call').waitFor()
  assert.equal(await line(page, 'Check the fire doors').count(), 0)
})

test('keys move through the list and open what they are on', async ({ page }) => {
  await page.goto('/my-work?scope=mine&kind=task-nodes')
  await settled(page)
  await page.keyboard.press('j')
  await becomes(() => page.evaluate(() => document.activeElement.title), 'Check the fire doors')
  await page.keyboard.press('j')
  await becomes(() => page.evaluate(() => document.activeElement.title), 'Rotate the backup keys')
  await page.keyboard.press('k')
  await becomes(() => page.evaluate(() => document.activeElement.title), 'Check the fire doors')
  await page.keyboard.press('?')
  await page.getByRole('region', { name: 'In My work' }).getByText('Snooze').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Check the fire doors/ }).waitFor()
})

test('a phone has the same in a menu', { narrow: true, dark: true }, async ({ page }) => {
  await page.goto('/my-work')
  await settled(page)
  await accessible(page)
  await page.getByRole('button', { name: 'Actions for Rotate the backup keys' }).click()
  await page.getByRole('menuitem', { name: 'Done' }).click()
  await line(page, 'Rotate the backup keys').getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await api.get('task-nodes/?status=completed')).count === 0)
})

test('a filter that leaves nothing is taken back with a button', async ({ page }) => {
  await page.goto('/my-work?scope=mine&kind=incidents')
  await settled(page)
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await line(page, 'Check the fire doors').waitFor()
})
