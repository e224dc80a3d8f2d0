// Evidence: files are looked at without being trusted, and what is dropped becomes a revision.
import { accessible, assert, becomes, eventually, settled, site } from './support.mjs'

const { test, api } = await site()

const evidence = async name => (await api.get(`evidences/?name=${encodeURIComponent(name)}`)).results[0]
const drop = page => page.locator('input[type=file]').first()
const give = (page, ...files) =>
  drop(page).setInputFiles(
    files.map(([name, mimeType, text]) => ({ name, mimeType, buffer: Buffer.from(text) })),
  )

const HOSTILE_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">
  <script>parent.hacked = true; fetch('/api/hacked/')</script>
  <image href="/api/hacked.png" width="10" height="10"/>
  <rect width="40" height="40" fill="#1d5c4f" onload="parent.hacked = true"/></svg>`
const HOSTILE_MARKDOWN = `# Notes

<script>window.hacked = true</script>
<img src=x onerror="window.hacked = true">
![seen](https://tracker.example/seen.png)
[link](javascript:window.hacked=true)
`

/** A small PDF of one page with words on it. */
function pdf(words) {
  const content = `BT /F1 24 Tf 40 700 Td (${words}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = text.length
  const rows = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  return `${text}xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
}

test('the first files go on the empty revision, later ones make a new revision that can be undone', async ({
  page,
}) => {
  const { id } = await evidence('Access review Q3')
  await page.goto(`/evidences/${id}`)
  await settled(page)
  await give(page, ['accounts.csv', 'text/csv', 'account;owner\nroot;"Solberg; Ingrid"\n'])
  await page.getByRole('columnheader', { name: 'owner' }).waitFor()
  await page.getByRole('cell', { name: 'Solberg; Ingrid' }).waitFor()
  assert.equal((await api.get(`evidence-revisions/?evidence=${id}`)).count, 1)
  await give(page, ['accounts.txt', 'text/plain', 'all looked at'])
  await page.getByText('Version 2 added').waitFor()
  await page.getByText('all looked at').waitFor()
  await accessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await api.get(`evidence-revisions/?evidence=${id}`)).count === 1)
})

test('files that are dropped on the page become a new revision', async ({ page }) => {
  const { id } = await evidence('ISO 27001 certificate')
  await page.goto(`/evidences/${id}`)
  await settled(page)
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['valid until next year'], 'certificate.txt', { type: 'text/plain' }))
    return data
  })
  await page
    .getByText('Drop or paste files here')
    .locator('..')
    .dispatchEvent('drop', { dataTransfer: transfer })
  await page.getByText('valid until next year').waitFor()
})

test('of several files those that are refused are named with the reason, until they are dismissed', {
  refused: [400],
}, async ({ page }) => {
  const { id } = await evidence('Backup restore protocol')
  await page.goto(`/evidences/${id}`)
  await settled(page)
  await give(page, ['one.txt', 'text/plain', 'one'])
  await page.locator('pre').getByText('one').waitFor()
  const html = '<script>alert(1)</script>'
  await give(page, ['page.html', 'text/html', html])
  const refused = name => page.getByRole('alert').getByRole('listitem').filter({ hasText: name })
  await refused('page.html')
    .getByText(/not allowed|unsupported|type/i)
    .waitFor()
  // No revision stays behind that has nothing on it.
  assert.equal((await api.get(`evidence-revisions/?evidence=${id}`)).count, 1)
  await give(
    page,
    ['a.txt', 'text/plain', 'a'],
    ['b.txt', 'text/plain', 'b'],
    ['bad.html', 'text/html', html],
    ['c.txt', 'text/plain', 'c'],
    ['d.txt', 'text/plain', 'd'],
    ['e.txt', 'text/plain', 'e'],
  )
  await page.getByText('Version 2 added').waitFor()
  await page.getByText('2 files weren’t added').waitFor()
  const taken = (await api.get(`evidences/${id}/`)).attachments.map(file => file.name)
  assert.deepEqual(taken.sort(), ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'])
  await accessible(page)
  await page.getByRole('button', { name: 'Dismiss page.html' }).click()
  await refused('bad.html').waitFor()
  await becomes(() => refused('page.html').count(), 0)
})

test('approval goes from step to step, and a revision says who uploaded and who approved it', async ({
  page,
}) => {
  const made = await api.post('evidences/', {
    name: 'Key ceremony minutes',
    folder: (await evidence('Access review Q3')).folder.id,
  })
  await page.goto(`/evidences/${made.id}`)
  await settled(page)
  await page.getByRole('button', { name: 'Upload file' }).waitFor()
  await give(page, ['minutes.txt', 'text/plain', 'two were there'])
  const revision = page.getByRole('listitem').filter({ hasText: 'Version 1' })
  await revision.getByText(/Uploaded by .*admin@fjord\.example/).waitFor()
  await revision.getByText('Not approved').waitFor()
  await page.getByRole('button', { name: 'Send for review' }).click()
  await revision.getByText('Waiting for approval').waitFor()
  await page.getByRole('button', { name: 'Reject' }).waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await revision.getByText(/Approved by .*admin@fjord\.example on/).waitFor()
  await accessible(page)
  // What comes after was approved by nobody.
  await give(page, ['minutes.txt', 'text/plain', 'three were there'])
  const second = page.getByRole('listitem').filter({ hasText: 'Version 2' })
  await second.getByText('Waiting for approval').waitFor()
  await revision.getByText(/Approved by/).waitFor()
})

test('two revisions stand side by side: texts by line, PDF files by page, pictures next to each other', async ({
  page,
}) => {
  const { folder } = await evidence('Access review Q3')
  const made = await api.post('evidences/', { name: 'Firewall rules', folder: folder.id })
  const lines = Array.from({ length: 40 }, (_, at) => `rule ${at} allows`)
  const later = lines.map((line, at) => (at === 20 ? '<b>rule 20</b> denies' : line))
  const drawing = colour =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${colour}"/></svg>`
  await page.goto(`/evidences/${made.id}`)
  await settled(page)
  await give(
    page,
    ['rules.txt', 'text/plain', lines.join('\n')],
    ['rules.pdf', 'application/pdf', pdf('Old rules')],
    ['rules.svg', 'image/svg+xml', drawing('#1d5c4f')],
  )
  await page.getByText('3 files added').waitFor()
  await give(
    page,
    ['rules.txt', 'text/plain', later.join('\n')],
    ['rules.pdf', 'application/pdf', pdf('New rules')],
    ['rules.svg', 'image/svg+xml', drawing('#a52f26')],
  )
  await page.getByText('Version 2 added').waitFor()
  const second = page.getByRole('listitem').filter({ hasText: 'Version 2' })
  const compare = async name => {
    await second.getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Compare' }).click()
  }
  await compare(/rules\.txt/)
  await page.getByText('1 line differs').waitFor()
  const table = page.getByRole('region', { name: 'Comparison' })
  await table.getByText('rule 20 allows').waitFor()
  // What is in a file is text, also here.
  await table.getByText('<b>rule 20</b> denies').waitFor()
  await table
    .getByRole('button', { name: /unchanged lines/ })
    .first()
    .click()
  await table.getByText('rule 3 allows').first().waitFor()
  assert.match(page.url(), /with=/)
  await accessible(page)
  await page
    .getByRole('combobox', { name: 'File on the left' })
    .selectOption({ label: 'Version 2: rules.txt' })
  await page.getByRole('button', { name: 'Compare' }).waitFor()
  await compare(/rules\.pdf/)
  await page.getByText('Old rules').waitFor({ state: 'attached' })
  await page.getByText('New rules').waitFor({ state: 'attached' })
  await accessible(page)
  await page.getByRole('button', { name: 'Close comparison' }).click()
  await compare(/rules\.svg/)
  await eventually(async () => (await page.getByRole('img', { name: 'Preview of rules.svg' }).count()) === 2)
  await accessible(page)
})

test('hostile files run nothing, ask for nothing and are still shown', async ({ page, log }) => {
  const { id } = await evidence('Screenshot of firewall rules')
  await page.goto(`/evidences/${id}`)
  await settled(page)
  await give(
    page,
    ['drawing.svg', 'image/svg+xml', HOSTILE_SVG],
    ['notes.md', 'text/markdown', HOSTILE_MARKDOWN],
  )
  await page.getByRole('button', { name: /drawing\.svg/ }).click()
  const picture = page.getByRole('img', { name: 'Preview of drawing.svg' })
  await eventually(() => picture.evaluate(image => image.complete && image.naturalWidth === 40))
  await page.getByRole('button', { name: /notes\.md/ }).click()
  await page.getByRole('heading', { name: 'Notes', exact: true }).waitFor()
  assert.equal(await page.locator('.markdown img, .markdown script').count(), 0)
  assert.equal(await page.evaluate(() => window.hacked), undefined)
  assert.deepEqual(
    log.requests.filter(({ url }) => /hacked|tracker/.test(url)),
    [],
  )
  await accessible(page)
})

test('a PDF is drawn in the page, with its words for those who cannot see it', async ({ page }) => {
  const { id } = await evidence('Penetration test report 2026')
  await page.goto(`/evidences/${id}`)
  await settled(page)
  await give(page, ['report.pdf', 'application/pdf', pdf('Nothing was found')])
  await page.getByText('Page 1 of 1').waitFor()
  await page.getByText('Nothing was found').waitFor({ state: 'attached' })
  const drawn = await page.locator('figure canvas').evaluate(canvas => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return data.some((value, at) => at % 4 === 0 && value < 100)
  })
  assert.ok(drawn, 'there is ink on the page')
  await accessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download report.pdf' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'report.pdf')
})

test('what cannot be shown says why and can be downloaded', { narrow: true, dark: true }, async ({
  page,
}) => {
  const made = await api.post('evidences/', {
    name: 'Bundle',
    folder: (await evidence('Access review Q3')).folder.id,
  })
  await page.goto(`/evidences/${made.id}`)
  await settled(page)
  await give(
    page,
    ['broken.pdf', 'application/pdf', '%PDF-1.4 and nothing else'],
    ['long.txt', 'text/plain', 'line of text\n'.repeat(60_000)],
  )
  await page.getByRole('button', { name: /broken\.pdf/ }).click()
  await page.getByText('The file can’t be read.').waitFor()
  await page.getByRole('button', { name: /long\.txt/ }).click()
  await page.getByText(/Showing the first/).waitFor()
  await page.getByRole('link', { name: 'Download long.txt' }).waitFor()
  await accessible(page)
})

test('a file goes only after a question, and a revision says what goes along', async ({ page }) => {
  const made = await api.post('evidences/', {
    name: 'Two files',
    folder: (await evidence('Access review Q3')).folder.id,
  })
  await page.goto(`/evidences/${made.id}`)
  await settled(page)
  await give(page, ['keep.txt', 'text/plain', 'kept'], ['drop.txt', 'text/plain', 'dropped'])
  await page.getByRole('button', { name: 'Actions for Version 1' }).click()
  await page.getByRole('menuitem', { name: 'Remove drop.txt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  assert.equal((await api.get(`evidences/${made.id}/`)).attachments.length, 2)
  await page.getByRole('button', { name: 'Actions for Version 1' }).click()
  await page.getByRole('menuitem', { name: 'Remove drop.txt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('File removed').waitFor()
  const left = (await api.get(`evidences/${made.id}/`)).attachments.map(file => file.name)
  assert.deepEqual(left, ['keep.txt'])
})
