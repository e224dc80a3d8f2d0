// Puts the made-up bank to work, so that the pictures show pages in use: an audit under way, risks, a what-if,
// incidents, exceptions, a campaign, a questionnaire. Gives the places that only exist because of that.
import { readFile } from 'node:fs/promises'
import { audits } from '../../tests/browser/support/audits.mjs'
import { assessed } from '../../tests/browser/support/risks.mjs'

const RESULTS = ['compliant', 'compliant', 'partially_compliant', 'non_compliant', 'not_applicable']
const RESPONDENT = { email: 'dana@northwind.example', password: 'Granite-Lichen-4712' }

export async function stage({ api, url }) {
  const { shipped, frameworkOf, folderNamed, assessable } = audits({ api, url })
  const it = await folderNamed('Information technology')
  const cards = await folderNamed('Cards & payments')
  const [admin] = (await api.get('users/?email=admin@fjord.example')).results
  const actors = (await api.get('actors/?limit=50')).results
  const baseline = await shipped('security-baseline')
  await shipped('risk-matrix-5x5')

  const audit = await answered('Security baseline 2026', 1)
  await answered('Security baseline 2025', 3)
  const { assessment, scenarios } = await assessed(api, 'Claims platform', { more: { folder: it.id } })
  const acceptance = await accepted()
  const whatIf = await tried()
  const incident = await happened()
  const exception = await excepted()
  await exposed()
  const campaign = await api.post('campaigns/', {
    name: 'Baseline across the bank',
    folder: it.id,
    frameworks: [baseline.id],
    perimeters: [
      (await api.post('perimeters/', { name: 'Card platform', folder: cards.id })).id,
      (await api.post('perimeters/', { name: 'Branch network', folder: it.id })).id,
    ],
    due_date: '2026-05-29',
  })
  const questionnaire = await asked()
  return places()

  /** An audit of which most is assessed, with a control and an action plan. */
  async function answered(name, start) {
    const made = await api.post('compliance-assessments/', {
      name,
      folder: it.id,
      framework: baseline.id,
      status: 'in_progress',
      due_date: '2026-04-30',
    })
    const rows = await assessable(made)
    const controls = (await api.get('applied-controls/?limit=6')).results
    for (const [at, row] of rows.entries()) {
      if (at % 7 === 6) continue
      await api.patch(`requirement-assessments/${row.id}/`, {
        result: RESULTS[(at + start) % RESULTS.length],
        ...(at % 3 === 0 && { applied_controls: [controls[at % controls.length].id] }),
      })
    }
    await api.post('requirement-assignments/', {
      compliance_assessment: made.id,
      actor: [actors[0].id],
      requirement_assessments: rows.slice(0, 4).map(row => row.id),
    })
    return made
  }

  async function accepted() {
    const made = await api.post('risk-acceptances/', {
      name: 'Power supply of data centre north',
      folder: it.id,
      approver: admin.id,
      expiry_date: '2026-09-30',
      risk_scenarios: [scenarios[5].id],
      justification: 'A second feed is ordered. Until it is live, the generator covers eight hours.',
    })
    await api.post(`risk-acceptances/${made.id}/submit/`, {})
    return made
  }

  /** A what-if in which the plan is carried out. */
  async function tried() {
    const made = await api.post('what-if-drafts/', { name: 'Endpoint detection this spring', folder: it.id })
    const control = (await api.get('applied-controls/?name=Endpoint detection, Claims platform')).results[0]
    await api.patch(`applied-controls/${control.id}/?draft=${made.id}`, { status: 'active' })
    await api.patch(`risk-scenarios/${scenarios[0].id}/?draft=${made.id}`, {
      current_proba: 1,
      current_impact: 2,
    })
    await api.patch(`risk-scenarios/${scenarios[2].id}/?draft=${made.id}`, { current_proba: 1 })
    return made
  }

  async function happened() {
    const made = await api.post('incidents/', {
      name: 'Card payments unavailable for 40 minutes',
      ref_id: 'INC-01',
      severity: 2,
      folder: cards.id,
    })
    for (const [entry, entry_type, timestamp] of [
      ['Monitoring reports failed authorisations', 'detection', '2026-03-10T13:02:00Z'],
      ['Traffic moved to the second data centre', 'mitigation', '2026-03-10T13:31:00Z'],
      ['Payments confirmed as working by two merchants', 'observation', '2026-03-10T13:42:00Z'],
    ])
      await api.post('timeline-entries/', { incident: made.id, entry, entry_type, timestamp })
    await api.patch(`incidents/${made.id}/`, { status: 'ongoing' })
    return made
  }

  async function excepted() {
    const made = await api.post('security-exceptions/', {
      name: 'Legacy VPN until the migration ends',
      ref_id: 'EXC-01',
      folder: it.id,
      approver: admin.id,
      severity: 2,
      expiration_date: '2026-09-30',
      description: 'Two partners cannot use the new gateway before summer.',
    })
    await api.patch(`security-exceptions/${made.id}/`, { status: 'in_review' })
    return made
  }

  async function exposed() {
    for (const [name, folder, severity, status, detected_at] of [
      ['Remote code execution in the PDF library', it, 4, 'exploitable', '2026-03-01'],
      ['Default password on building controller', it, 3, 'potential', '2026-02-01'],
      ['Outdated TLS on partner gateway', cards, 3, 'mitigated', '2026-02-20'],
      ['Open redirect after sign-in', cards, 2, 'fixed', '2026-01-12'],
      ['Version banner on the mail server', it, 1, 'potential', '2026-03-05'],
    ])
      await api.post('vulnerabilities/', { name, folder: folder.id, severity, status, detected_at })
  }

  /** A questionnaire that someone from outside is answering. */
  async function asked() {
    const yaml = new URL('../../tests/browser/support/supplier-check.yaml', import.meta.url)
    const framework = await frameworkOf(await readFile(yaml), 'supplier-check.yaml')
    const person = await api.post('users/', {
      email: RESPONDENT.email,
      first_name: 'Dana',
      last_name: 'Wirth',
    })
    await api.post('iam/set-password/', { user: person.id, new_password: RESPONDENT.password })
    const role = (await api.get('roles/?limit=50')).results.find(one => one.name === 'Third-party respondent')
    await api.post('role-assignments/', {
      name: 'answers',
      user: person.id,
      role: role.id,
      perimeter_folders: [cards.id],
      is_recursive: true,
      folder: cards.id,
    })
    const actor = (await api.get('actors/?limit=200')).results.find(one => one.email === RESPONDENT.email)
    const check = await api.post('compliance-assessments/', {
      name: 'Supplier check of Northwind',
      folder: cards.id,
      framework: framework.id,
      due_date: '2026-04-30',
    })
    const rows = await assessable(check)
    const made = await api.post('requirement-assignments/', {
      compliance_assessment: check.id,
      actor: [actor.id],
      requirement_assessments: rows.map(row => row.id),
    })
    await api.post(`requirement-assignments/${made.id}/set_status/`, { status: 'in_progress' })
    return { ...made, first: rows[0] }
  }

  /** Tabs, dialogs and pages of what was made here. */
  function places() {
    const tabs = (resource, { id }, names) =>
      names.map(name => ({ resource, kind: name, address: `/${resource}/${id}?tab=${name}` }))
    // On a phone some of them are in a menu; the page is taken as it is then.
    const press = name => async page => {
      const button = page.getByRole('button', { name }).first()
      if (await button.isVisible()) await button.click()
      await page.waitForTimeout(500)
    }
    const risks = `/risk-assessments/${assessment.id}`
    return [
      ...tabs('compliance-assessments', audit, [
        'requirements',
        'standing',
        'plan',
        'table',
        'assignments',
        'xray',
        'compare',
        'derived',
        'about',
      ]),
      ...tabs('risk-assessments', assessment, ['matrix', 'table', 'plan', 'xray', 'time', 'about']),
      ...tabs('what-if-drafts', whatIf, ['comparison', 'objects', 'steps', 'about']),
      ...tabs('campaigns', campaign, ['audits']),
      ...tabs('folders', it, ['overview', 'xray']),
      ...tabs('risk-scenarios', scenarios[0], ['overview']),
      ...tabs('risk-acceptances', acceptance, ['overview']),
      ...tabs('incidents', incident, ['overview']),
      ...tabs('security-exceptions', exception, ['overview']),
      { resource: 'risk-assessments', kind: 'what-if', address: `${risks}?draft=${whatIf.id}` },
      { resource: 'risk-assessments', kind: 'past', address: `${risks}?as_of=2026-03-11T09:00:00Z` },
      { resource: 'risk-assessments', kind: 'start', address: risks, act: press('What if…') },
      { resource: 'applied-controls', kind: 'palette', address: '/applied-controls', act: palette },
      { resource: 'applied-controls', kind: 'keys', address: '/applied-controls', act: keys },
      { resource: 'applied-controls', kind: 'filter', address: '/applied-controls', act: press('Filter') },
      { resource: 'assets', kind: 'nothing', address: '/assets?search=nothing-like-this' },
      { resource: 'assets', kind: 'import', address: '/assets/import' },
      { resource: 'profile', kind: 'tokens', address: '/profile?tab=tokens' },
      { resource: 'profile', kind: 'token', address: '/profile?tab=tokens', act: press('New token') },
      { resource: 'profile', kind: 'security', address: '/profile?tab=security' },
      { resource: 'users', kind: 'rights', address: `/users/${admin.id}?tab=rights` },
      { resource: 'lost', kind: 'page', address: '/no/such/page' },
      { resource: 'questionnaires', kind: 'respondent', address: '/', as: RESPONDENT },
      {
        resource: 'questionnaires',
        kind: 'question',
        address: `/questionnaires/${questionnaire.id}?at=${questionnaire.first.id}`,
        as: RESPONDENT,
      },
      {
        resource: 'questionnaires',
        kind: 'check',
        address: `/questionnaires/${questionnaire.id}?at=all`,
        as: RESPONDENT,
      },
    ]
  }
}

const palette = page => page.keyboard.press('Control+k')
const keys = page => page.keyboard.press('?')
