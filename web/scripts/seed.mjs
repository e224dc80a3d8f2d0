// Fills an empty instance with a small made-up organisation, over the public API.
//   CAIRN_URL=http://127.0.0.1:8000 CAIRN_EMAIL=… CAIRN_PASSWORD=… node scripts/seed.mjs [rows]
// With a number, that many more assets are made, to see how long lists behave.

export async function signIn(url, email, password) {
  const answer = await fetch(`${url}/api/iam/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password }),
  })
  if (!answer.ok) throw new Error(`sign-in failed: ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map(cookie => {
    const [name, ...value] = cookie.split(';')[0].split('=')
    return { name, value: value.join('=') }
  })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const csrf = (await answer.json()).csrf_token
  const send = async (method, path, body) => {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie, 'x-csrf-token': csrf },
      body: body && JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : null
  }
  return {
    get: path => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: path => send('DELETE', path),
    cookies,
  }
}

/** The made-up organisation, with dates around `today`, such as 2026-03-11. */
export async function seed(api, today) {
  const day = ahead => new Date(Date.parse(today) + ahead * 86_400_000).toISOString().slice(0, 10)
  const make = async (path, body) => (await api.post(`${path}/`, body)).id
  const bank = await make('folders', { name: 'Fjord Bank', description: 'The bank and its subsidiaries.' })
  const retail = await make('folders', { name: 'Retail banking', parent_folder: bank })
  const cards = await make('folders', { name: 'Cards & payments', parent_folder: retail })
  const it = await make('folders', { name: 'Information technology', parent_folder: bank })
  await make('folders', {
    name: 'Subsidiary for the administration of long-term leasing contracts in the Nordic countries',
    parent_folder: bank,
  })

  const people = []
  for (const [first, last] of [
    ['Ingrid', 'Solberg'],
    ['Amadou', 'Diallo'],
    ['Chloé', 'Moreau'],
    ['Tomasz', 'Wiśniewski'],
  ]) {
    const ascii = last
      .normalize('NFD')
      .replaceAll(/[^a-zA-Z]/g, '')
      .toLowerCase()
    people.push(
      await make('users', {
        email: `${first[0].toLowerCase()}.${ascii}@fjord.example`,
        first_name: first,
        last_name: last,
      }),
    )
  }
  await make('teams', {
    name: 'Security operations',
    folder: it,
    leader: people[0],
    members: people.slice(1),
  })
  const actors = (await api.get('actors/')).results.map(actor => actor.id)
  const owner = at => [actors[at % actors.length]]

  const labels = []
  for (const label of ['critical-path', 'pci', 'nis2', 'quick-win'])
    labels.push(await make('filtering-labels', { label, folder: bank }))
  const perimeter = await make('perimeters', {
    name: 'Core banking',
    ref_id: 'PER-01',
    folder: it,
    lc_status: 'in_prod',
  }).catch(() => make('perimeters', { name: 'Core banking', ref_id: 'PER-01', folder: it }))

  const assets = []
  const named = [
    ['Card payments', 'PR', cards],
    ['Customer database', 'PR', retail],
    ['Core banking ledger', 'PR', it],
    ['Mobile app', 'SP', retail],
    ['HSM cluster', 'SP', it],
    ['Fraud detection', 'PR', cards],
    ['Data centre Bergen', 'SP', it],
    ['Identity provider', 'SP', it],
    [
      'Archive of signed loan agreements of customers who joined through the merger with Hardanger Savings',
      'SP',
      retail,
    ],
    ['Build pipeline', 'SP', it],
  ]
  for (const [at, [name, type, folder]] of named.entries()) {
    assets.push(
      await make('assets', {
        name,
        type,
        folder,
        ref_id: `A-${String(at + 1).padStart(3, '0')}`,
        owner: owner(at),
        filtering_labels: [labels[at % 4]],
        description: `**${name}** of the bank.\n\n- looked at every quarter\n- see the [runbook](https://intranet.example/runbook)`,
        security_objectives: { objectives: { confidentiality: { value: 1 + (at % 4), is_enabled: true } } },
        parent_assets: type === 'SP' && assets[0] ? [assets[0]] : [],
      }),
    )
  }
  const evidences = []
  for (const [name, status, ahead] of [
    ['Penetration test report 2026', 'approved', 200],
    ['Access review Q3', 'in_review', 30],
    ['Backup restore protocol', 'missing', -3],
    ['ISO 27001 certificate', 'approved', 400],
    ['Screenshot of firewall rules', 'draft', 12],
  ]) {
    evidences.push(
      await make('evidences', {
        name,
        status,
        expiry_date: day(ahead),
        folder: it,
        owner: owner(ahead + 10),
      }),
    )
  }
  const statuses = ['to_do', 'in_progress', 'active', 'active', 'on_hold', 'degraded', 'deprecated']
  const controls = []
  for (const [at, name] of [
    'Multi-factor authentication',
    'Encrypted backups',
    'Quarterly access review',
    'Network segmentation',
    'Supplier due diligence',
    'Secure development policy',
    'Incident drill',
    'Patch within 14 days',
    'Key ceremony',
    'Awareness training',
  ].entries()) {
    controls.push(
      await make('applied-controls', {
        name,
        ref_id: `C-${String(at + 1).padStart(3, '0')}`,
        folder: at % 2 ? it : bank,
        status: statuses[at % 7],
        priority: 1 + (at % 4),
        category: ['technical', 'process', 'policy'][at % 3],
        csf_function: ['protect', 'detect', 'govern'][at % 3],
        effort: ['S', 'M', 'L'][at % 3],
        eta: day(at * 17 - 40),
        owner: owner(at),
        assets: [assets[at]],
        evidences: [evidences[at % 5]],
        progress_field: (at * 10) % 100,
      }),
    )
  }
  const review = await make('findings-assessments', {
    name: 'Penetration test, autumn',
    ref_id: 'FA-01',
    folder: it,
    perimeter,
    status: 'in_progress',
    due_date: day(40),
  })
  const audit = await make('findings-assessments', {
    name: 'Internal audit of card payments',
    ref_id: 'FA-02',
    folder: cards,
    status: 'planned',
    due_date: day(90),
  })
  for (const [at, name] of [
    'Default password on printer',
    'Session does not end after sign-out',
    'Outdated TLS on partner gateway',
    'Missing log of privileged access',
    'Backups not tested since spring',
    'Unowned service account',
  ].entries()) {
    await make('findings', {
      name,
      ref_id: `F-${at + 1}`,
      findings_assessment: at % 3 ? review : audit,
      severity: at % 5,
      status: ['identified', 'confirmed', 'in_progress', 'resolved'][at % 4],
      priority: 1 + (at % 4),
      owner: owner(at),
      applied_controls: [controls[at]],
      asset: assets[at],
      due_date: day(at * 9 - 10),
    })
  }
  return { bank, retail, cards, it, assets, controls, evidences, people }
}

export async function fill(api, folder, rows) {
  for (let at = 0; at < rows; at += 500) {
    const lines = Array.from(
      { length: Math.min(500, rows - at) },
      (_, more) => `Server ${String(at + more + 1).padStart(5, '0')}`,
    )
    await api.post('assets/batch-create/', { assets_text: lines.join('\n'), folder })
  }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const {
    CAIRN_URL = 'http://127.0.0.1:8000',
    CAIRN_EMAIL = 'admin@cairn.local',
    CAIRN_PASSWORD,
  } = process.env
  const api = await signIn(CAIRN_URL, CAIRN_EMAIL, CAIRN_PASSWORD)
  const made = await seed(api, new Intl.DateTimeFormat('sv-SE').format())
  const rows = Number(process.argv[2] ?? 0)
  if (rows) await fill(api, made.it, rows)
  console.log(`Made ${made.assets.length + rows} assets and what belongs to them.`)
}
