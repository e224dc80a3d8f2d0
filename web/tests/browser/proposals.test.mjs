// What a program may only propose, decided about by a person.
import { accessible, assert, eventually, settled, site } from './support.mjs'

const { test, api, url } = await site()
const { token } = await api.post('iam/auth-tokens/', { name: 'assistant', propose_only: true, expiry: 30 })

/** A change as a program asks for it. */
async function propose(id, body, note) {
  const answer = await fetch(`${url}/api/applied-controls/${id}/`, {
    method: 'PATCH',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json', 'cairn-note': note },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 202)
  return (await answer.json()).id
}

const control = async name => (await api.get(`applied-controls/?search=${name}`)).results[0]

test('a proposal shows its difference and is approved', async ({ page }) => {
  const { id } = await control('Encrypted')
  await propose(id, { status: 'active' }, 'The vault went live.')
  await page.goto('/proposals')
  await page.getByRole('link', { name: /Encrypted backups/ }).click()
  await page.getByText('The vault went live.').waitFor()
  const change = page.getByRole('region', { name: 'Proposed changes' })
  await change.getByText('In progress').waitFor()
  await change.getByText('Active').waitFor()
  await settled(page)
  await accessible(page)
  await change.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click()
  await eventually(async () => (await control('Encrypted')).status === 'active')
  await eventually(async () => (await change.getByRole('button', { name: 'Approve' }).count()) === 0)
})

test('a proposal is rejected with a reason', { narrow: true, dark: true }, async ({ page }) => {
  const { id } = await control('Patch')
  const proposal = await propose(id, { status: 'deprecated' }, '')
  await page.goto(`/proposals/${proposal}`)
  await settled(page)
  await accessible(page)
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Still needed.')
  await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click()
  await page.getByText('Still needed.').waitFor()
  assert.equal((await api.get(`proposals/${proposal}/`)).reason, 'Still needed.')
})
