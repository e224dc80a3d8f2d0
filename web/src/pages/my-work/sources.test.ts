import { expect, it } from 'vitest'
import golden from '../../../../docs/golden/model.json'
import { ASSIGNED_AS, allSources, assignedSources, lasting, SOURCES } from './sources'

interface Golden {
  fields: { name: string; kind: string; target?: string; choices?: { key: string }[] }[]
  filters: { name: string }[]
  computed: { name: string }[]
  due: { field: string; query: Record<string, string> }[]
}
const resources = golden.resources as unknown as Record<string, Golden>
/** Records that people answer for without anything to be done by a day. */
const LASTING = ['assets', 'metrology/metric-instances', 'perimeters', 'risk-scenarios', 'rules']
const SAME = { policies: 'applied-controls' } as Record<string, string>

it('knows every resource to which people can be assigned', () => {
  const works = new Set(SOURCES.map(source => ASSIGNED_AS[source.resource] ?? source.resource))
  for (const [path, resource] of Object.entries(resources)) {
    const assigned = resource.fields.some(field => field.kind === 'many' && field.target === 'actors')
    if (assigned) expect(works.has(SAME[path] ?? path) || LASTING.includes(path), path).toBe(true)
  }
})

it('has every date by which they have to do something', () => {
  for (const path of new Set(SOURCES.map(source => source.resource)))
    for (const due of resources[path]?.due ?? []) {
      const days = SOURCES.filter(source => source.resource === path).flatMap(source => source.days)
      expect(days, path).toContain(due.field)
    }
})

it('asks only for what the server knows', () => {
  for (const { resource, by, params, days } of SOURCES) {
    const model = resources[resource]
    expect(model, resource).toBeDefined()
    const known = [...(model?.fields ?? []), ...(model?.filters ?? [])].map(one => one.name)
    for (const name of [by, ...days, ...Object.keys(params).map(key => key.replace('__in', ''))])
      expect(known, resource).toContain(name)
    const status = model?.fields.find(field => field.name === 'status')?.choices?.map(choice => choice.key)
    for (const key of (params.status ?? params.status__in ?? '').split(',').filter(Boolean))
      expect(status, resource).toContain(key)
  }
})

it('leaves out what nobody is assigned to, but never decisions', () => {
  const buckets = [
    { resource: 'findings', field: 'owner', count: 2 },
    { resource: 'task-templates', field: 'assigned_to', count: 1 },
    { resource: 'evidences', field: 'owner', count: 0 },
    { resource: 'assets', field: 'owner', count: 4 },
  ]
  expect([...new Set(assignedSources(buckets).map(source => source.resource))]).toEqual([
    'task-nodes',
    'findings',
    'validation-flows',
  ])
  expect(lasting(buckets)).toEqual([{ resource: 'assets', field: 'owner', count: 4 }])
  const audits = allSources().filter(source => source.resource === 'compliance-assessments')
  expect(audits).toHaveLength(1)
})
