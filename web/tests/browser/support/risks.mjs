// A risk assessment of an insurer, with a matrix of its own.

const LIKELIHOODS = ['Rare', 'Unlikely', 'Possible', 'Likely', 'Almost certain']
const IMPACTS = ['Minor', 'Moderate', 'Serious', 'Major', 'Severe']
const RISKS = [
  ['Very low', '#e7ece2'],
  ['Low', '#f6e6b4'],
  ['Medium', '#efbd67'],
  ['High', '#da7a42'],
  ['Critical', '#9b2a22'],
]

const level = (name, id, more = {}) => ({ id, name, ...more })

export const MATRIX = {
  probability: LIKELIHOODS.map((name, id) => level(name, id)),
  impact: IMPACTS.map((name, id) => level(name, id)),
  risk: RISKS.map(([name, hexcolor], id) => level(name, id, { hexcolor })),
  grid: [
    [0, 0, 1, 1, 2],
    [0, 1, 1, 2, 2],
    [0, 1, 2, 2, 3],
    [1, 2, 2, 3, 4],
    [1, 2, 3, 4, 4],
  ],
}

/** Name, then likelihood and impact: inherent, current, residual. */
const SCENARIOS = [
  ['Ransomware stops claims handling', [4, 4], [3, 3], [1, 2], 'mitigate'],
  ['Payment provider fails at month end', [4, 3], [3, 3], [2, 2], 'transfer'],
  ['Stolen password opens the portal', [3, 3], [3, 2], [1, 2], 'mitigate'],
  ['Customer files leak from the archive', [4, 4], [2, 3], [1, 1], 'mitigate'],
  ['Insider misuses an admin account', [3, 3], [2, 2], [1, 2], 'mitigate'],
  ['Data centre north loses power', [2, 4], [1, 3], [1, 3], 'accept'],
  ['Phishing of claims handlers', [4, 3], [3, 1], [2, 1], 'mitigate'],
  ['Backups cannot be restored', [3, 4], [1, 1], [0, 1], 'mitigate'],
]

const scores = (stage, [proba, impact]) => ({ [`${stage}_proba`]: proba, [`${stage}_impact`]: impact })

/** An assessment with its matrix; `bare` scenarios are not rated yet. */
export async function assessed(api, name, { bare = 0, more = {} } = {}) {
  const matrix = await api.post('risk-matrices/', { name: `Matrix of ${name}`, json_definition: MATRIX })
  const assessment = await api.post('risk-assessments/', {
    name,
    risk_matrix: matrix.id,
    risk_tolerance: 2,
    status: 'in_progress',
    due_date: '2026-05-30',
    ...more,
  })
  const made = []
  if (bare === 0) {
    const threat = await api.post('threats/', { name: `Criminals encrypt servers, ${name}` })
    const asset = await api.post('assets/', { name: `Claims application, ${name}`, type: 'PR' })
    const control = async (title, status, values = {}) =>
      (await api.post('applied-controls/', { name: `${title}, ${name}`, status, ...values })).id
    const inPlace = [await control('Mail filtering', 'active'), await control('Daily backups', 'active')]
    const cost = {
      currency: '€',
      amortization_period: 1,
      build: { fixed_cost: 48_000, people_days: 20 },
      run: { fixed_cost: 6000, people_days: 0 },
    }
    const planned = [
      await control('Network zones', 'in_progress', { eta: '2026-01-20', cost }),
      await control('Endpoint detection', 'to_do', { eta: '2026-06-30' }),
    ]
    for (const [at, [title, inherent, current, residual, treatment]] of SCENARIOS.entries())
      made.push(
        await api.post('risk-scenarios/', {
          risk_assessment: assessment.id,
          name: title,
          treatment,
          ...scores('inherent', inherent),
          ...scores('current', current),
          ...scores('residual', residual),
          ...(at === 0 && {
            threats: [threat.id],
            assets: [asset.id],
            existing_applied_controls: inPlace,
            applied_controls: planned,
            strength_of_knowledge: 1,
          }),
        }),
      )
  }
  for (let at = 0; at < bare; at += 1)
    made.push(
      await api.post('risk-scenarios/', { risk_assessment: assessment.id, name: `Scenario ${at + 1}` }),
    )
  return { matrix, assessment, scenarios: made }
}
