/** Creates the demo over the public API, one object after another, and reports progress. */
import { request } from '@/api/client'
import type { Row } from '@/api/model'
import type { CurrentUser } from '@/api/user'
import { addDays, today } from '../../due/days'
import { ABOUT, ASSETS, COMPANY, CONTROLS, EVIDENCE, FINDINGS, PARTS, REVIEW, TEAM, type Words } from './data'
import { DEMO_LABEL } from './useDemo'

const make = async (path: string, body: object) =>
  (await request<Row>(`${path}/`, { method: 'POST', body })).data.id

export const STEPS = 5 + PARTS.length + ASSETS.length + EVIDENCE.length + CONTROLS.length + FINDINGS.length

export async function loadDemo(user: CurrentUser, language: string, onStep: (done: number) => void) {
  let done = 0
  const say = (words: Words) => words[language === 'fr' ? 1 : 0]
  const day = (ahead: number | undefined) => (ahead === undefined ? null : addDays(today(), ahead))
  const step = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work
    done += 1
    onStep(done)
    return result
  }
  const company = await step(make('folders', { name: say(COMPANY), description: say(ABOUT) }))
  const label = await step(make('filtering-labels', { label: DEMO_LABEL, folder: company }))
  await step(request(`folders/${company}/`, { method: 'PATCH', body: { filtering_labels: [label] } }))
  const filtering_labels = [label]
  const parts: string[] = []
  for (const part of PARTS)
    parts.push(await step(make('folders', { name: say(part), parent_folder: company, filtering_labels })))

  // No made-up people: their accounts would outlive the domain. A demo team is the owner instead.
  const team = await step(make('teams', { name: say(TEAM), folder: company, leader: user.id }))
  const actors = await request<{ results: Row[] }>('actors/', { params: { team } })
  const teamActor = actors.data.results[0]?.id
  const owner = (mine?: boolean) => [mine ? user.actor_id : teamActor].filter(one => typeof one === 'string')

  const assets: string[] = []
  for (const [at, asset] of ASSETS.entries()) {
    const body = {
      name: say(asset.name),
      ref_id: `A-${String(at + 1).padStart(2, '0')}`,
      type: asset.primary ? 'PR' : 'SP',
      folder: parts[asset.part],
      parent_assets: (asset.supports ?? []).map(one => assets[one]),
      owner: owner(),
      filtering_labels,
      ...(asset.confidentiality && {
        security_objectives: {
          objectives: { confidentiality: { value: asset.confidentiality, is_enabled: true } },
        },
      }),
    }
    assets.push(await step(make('assets', body)))
  }
  const evidences: string[] = []
  for (const evidence of EVIDENCE) {
    const body = {
      name: say(evidence.name),
      status: evidence.status,
      expiry_date: day(evidence.expiry),
      folder: parts[1],
      owner: owner(evidence.mine),
      filtering_labels,
    }
    const work = async () => {
      const id = await make('evidences', body)
      if (evidence.file) {
        const { name, type, text } = evidence.file
        const form = new FormData()
        form.append('file', new File([say(text)], name, { type }))
        await request(`evidences/${id}/upload/`, { method: 'POST', body: form })
      }
      return id
    }
    evidences.push(await step(work()))
  }
  const controls: string[] = []
  for (const [at, control] of CONTROLS.entries()) {
    const body = {
      name: say(control.name),
      ref_id: `C-${String(at + 1).padStart(2, '0')}`,
      folder: parts[1],
      status: control.status,
      priority: control.priority,
      category: control.category,
      csf_function: control.function,
      effort: control.effort,
      control_impact: control.impact,
      start_date: day(control.start),
      eta: day(control.eta),
      expiry_date: day(control.expiry),
      ...(control.progress && { progress_field: control.progress }),
      owner: owner(control.mine),
      assets: control.assets.map(one => assets[one]),
      evidences: control.evidence === undefined ? [] : [evidences[control.evidence]],
      filtering_labels,
    }
    controls.push(await step(make('applied-controls', body)))
  }
  const review = await step(
    make('findings-assessments', {
      name: say(REVIEW),
      ref_id: 'R-01',
      folder: parts[0],
      category: 'pentest',
      status: 'in_progress',
      due_date: day(40),
      evidences: [evidences[0]],
      filtering_labels,
    }),
  )
  for (const [at, finding] of FINDINGS.entries()) {
    await step(
      make('findings', {
        name: say(finding.name),
        ref_id: `F-${String(at + 1).padStart(2, '0')}`,
        findings_assessment: review,
        severity: finding.severity,
        status: finding.status,
        due_date: day(finding.due),
        asset: assets[finding.asset],
        applied_controls: finding.controls.map(one => controls[one]),
        owner: owner(finding.mine),
        filtering_labels,
      }),
    )
  }
}
