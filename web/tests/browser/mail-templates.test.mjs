// The templates of emails: edited with a live preview, saved, reset to what is included, and never lost by leaving.
import { accessible, assert, becomes, eventually, settled, site } from './support.mjs'

const { test, api } = await site()

test('a template is edited with a preview, saved and reset', { refused: [400] }, async ({ page }) => {
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Email templates', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Email templates' }).waitFor()
  const email = page.frameLocator('iframe[title="Preview"]')
  await email.getByText('Ada Lovelace assigned “Access review” to you').waitFor()
  await settled(page)
  await accessible(page)
  // The styles of the email have arrived in the frame, and nothing of the interface.
  assert.equal(await email.locator('body').evaluate(body => getComputedStyle(body).paddingTop), '24px')
  assert.equal(await page.getByTitle('Preview').getAttribute('sandbox'), 'allow-same-origin')

  await page.getByLabel('Preview an email about').selectOption('overdue')
  await email.getByText(/“Access review” was due on/).waitFor()

  await page.getByLabel('Subject').fill('[Fjord] ')
  await page.getByRole('button', { name: '{{ title }}' }).click()
  assert.equal(await page.getByLabel('Subject').inputValue(), '[Fjord] {{ title }}')
  await becomes(
    async () => (await page.locator('[data-preview-subject]').textContent())?.startsWith('[Fjord] “Access'),
    true,
  )

  // A mistake is told under the field, with its line, and the preview keeps the last email without one.
  const html = await page.getByLabel('HTML').inputValue()
  await page.getByLabel('HTML').fill(`${html}\n<script>alert(1)</script>`)
  await page.getByText(/^Line \d+: “script” is not allowed in email\.$/).waitFor()
  await page.getByText('The template has a mistake. This is the last version without one.').waitFor()
  await email.getByText(/“Access review” was due on/).waitFor()
  await accessible(page)
  await page.getByLabel('HTML').fill(html.replace('padding:24px', 'padding:40px'))
  await becomes(() => email.locator('body').evaluate(body => getComputedStyle(body).paddingTop), '40px')

  // What is not saved is not lost by accident.
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  const stored = await api.get('settings/mail-templates/')
  assert.equal(stored.subject_en, '[Fjord] {{ title }}')
  assert.equal(stored.text_en, null)
  assert.match(stored.html_en, /padding:40px/)

  await page.getByRole('button', { name: 'Plain text' }).click()
  await page.getByRole('button', { name: 'Reset to the included template' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await api.get('settings/mail-templates/')).subject_en === null)
  await page.getByText('Included template', { exact: true }).waitFor()
})

test('the French template is one of its own', { narrow: true, dark: true }, async ({ page }) => {
  await page.goto('/settings/mail-templates')
  await page.getByRole('button', { name: 'Français' }).click()
  await page.frameLocator('iframe[title="Preview"]').getByText('Ada Lovelace vous a attribué').waitFor()
  await settled(page)
  await accessible(page)
  await page.getByLabel('Subject').fill('Cairn : {{ title }}')
  await page.getByRole('button', { name: 'Save' }).click()
  await eventually(
    async () => (await api.get('settings/mail-templates/')).subject_fr === 'Cairn : {{ title }}',
  )
  assert.equal((await api.get('settings/mail-templates/')).subject_en, null)
  await api.patch('settings/mail-templates/', { subject_fr: null })
})
