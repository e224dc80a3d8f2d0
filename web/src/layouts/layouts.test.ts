/** Holds the layouts against what the server describes: a name that is misspelt would be silently left out. */
import { describe, expect, test } from 'vitest'
import type { Model, Resource, Row } from '@/api/model'
import en from '@/i18n/en.json'
import { labels } from '@/i18n/labels'
import { nameField } from '@/resource/columns'
import { arrange, isListed } from '@/resource/detail/arrange'
import { goesBy, relations } from '@/resource/detail/related'
import golden from '../../../docs/golden/model.json'
import { layoutOf, layouts } from '.'
import type { Deed, Layout, RelatedList, State } from './layout'

const model = golden as unknown as Model
const resourceOf = (path: string) => model.resources[path] as Resource

const word = (key: string): unknown =>
  key.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], en)
const isWord = (key: string) => [key, `${key}_other`].some(one => typeof word(one) === 'string')

const listsOf = (layout: Layout): RelatedList[] => [...(layout.meaning?.lists ?? []), ...(layout.lists ?? [])]

describe.each(Object.entries(layouts))('the layout of %s', (path, layout) => {
  const resource = resourceOf(path)
  const known = [...resource.fields, ...resource.computed].map(one => one.name)
  const related = layout.within
    ? layout.within.map(name => ({ name, own: undefined, resource: resourceOf(name) }))
    : relations(model, resource, labels)

  test('names fields that there are', () => {
    const named = [
      layout.partOf ?? 'id',
      ...(layout.facts ?? []),
      ...(layout.properties ?? []),
      ...(layout.without ?? []),
    ]
    expect(named.filter(name => !known.includes(name))).toEqual([])
    expect(layout.facts?.length ?? 0).toBeLessThanOrEqual(5)
    expect(layout.lists?.length ?? 0).toBeLessThanOrEqual(3)
  })

  test('names relations that there are, and fields of what they lead to', () => {
    const names = [...(layout.tabs ?? []), ...listsOf(layout).map(list => list.related)]
    expect(names.filter(name => !related.some(one => goesBy(one, name)))).toEqual([])
    for (const list of listsOf(layout)) {
      const other = related.find(one => goesBy(one, list.related))?.resource
      expect(list.show.filter(name => !other?.fields.some(field => field.name === name))).toEqual([])
      for (const name of list.ordering?.replaceAll('-', '').split(',') ?? [])
        expect(other?.fields.find(field => field.name === name)?.orderable).toBe(true)
    }
  })

  test('says everything in words that there are, and offers only what can be done, in every status', () => {
    const status = resource.fields.find(field => field.name === 'status')
    const keys = listsOf(layout).flatMap(list => [list.title, list.empty])
    const deeds: Deed[] = []
    for (const owner of [[], [{ id: '1', str: 'Ada' }]]) {
      for (const count of [0, 2]) {
        for (const choice of status?.choices ?? [{ key: 'x', label: 'x' }]) {
          const row: Row = { id: '1', owner, status: choice.key, expiry_date: '2026-01-01' }
          const state: State = { resource, row, count: () => count, today: '2026-03-11' }
          const next = layout.next?.(state) ?? {}
          const checklist = layout.checklist?.(state)
          for (const step of [next.first, next.second]) {
            if (!step) continue
            keys.push(step.label)
            deeds.push(step.deed)
          }
          if (next.second) expect(next.second.label).not.toBe(next.first?.label)
          if (checklist) keys.push(checklist.title, ...checklist.steps.map(step => step.label))
        }
      }
    }
    expect([...new Set(keys)].filter(key => !isWord(key))).toEqual([])
    for (const deed of deeds) {
      if ('set' in deed) {
        const field = resource.fields.find(one => one.name === deed.set)
        if (field?.kind === 'boolean') expect(typeof deed.to).toBe('boolean')
        else expect(field?.choices?.map(choice => choice.key)).toContain(deed.to)
      } else if ('edit' in deed) expect(known).toContain(deed.edit)
      else if ('upload' in deed) expect(known).toContain(deed.upload)
      else if ('act' in deed) expect(resource.actions.map(action => action.name)).toContain(deed.act)
      else if ('create' in deed) expect(related.some(one => goesBy(one, deed.create))).toBe(true)
    }
  })
})

describe.each(Object.values(model.resources))('the page of $path', resource => {
  test('shows each field once, or in a list of its own', () => {
    const layout = layoutOf(resource)
    const { facts, prose, properties, structures } = arrange(model, resource, layout)
    const shown = [...facts, ...prose, ...structures, ...properties.flatMap(group => group.fields)].map(
      one => one.name,
    )
    expect(new Set(shown).size).toBe(shown.length)
    const translations = resource.fields.filter(field => field.kind === 'translations')
    const said = new Set([
      'id',
      nameField(resource),
      ...(layout.without ?? []),
      // Readers see texts in their language; only the form has the others.
      ...translations.map(field => field.name),
    ])
    const missing = resource.fields.filter(
      field =>
        !field.write_only && !shown.includes(field.name) && !said.has(field.name) && !isListed(model, field),
    )
    expect(missing.map(field => field.name)).toEqual([])
  })

  test('has each relation once', () => {
    const names = relations(model, resource, labels).map(one => one.name)
    expect(new Set(names).size).toBe(names.length)
  })
})

test('a control and a policy have everything they are linked with, each in one tab', () => {
  for (const path of ['applied-controls', 'policies']) {
    const names = relations(model, resourceOf(path), labels).map(one => one.own?.name ?? one.name)
    expect(names.sort()).toEqual([
      'assets',
      'evidences',
      'findings',
      'incidents',
      'objectives',
      'risk-scenarios.applied_controls',
      'risk-scenarios.existing_applied_controls',
      'rule-matches.object',
      'security_exceptions',
      'task_templates',
      'validation-flows.policies',
      'vulnerabilities',
    ])
  }
})

test('a control that nothing proves asks for evidence, one that is proved can go active', () => {
  const { next } = layouts['applied-controls'] as Layout
  const row: Row = {
    id: '1',
    status: 'in_progress',
    owner: [{ id: '1', str: 'Ada' }],
    eta: '2026-04-01',
    progress_field: 100,
  }
  const state = (count: number): State => ({
    resource: resourceOf('applied-controls'),
    row,
    count: () => count,
    today: '2026-03-11',
  })
  expect(next?.(state(0)).first?.deed).toEqual({ upload: 'evidences' })
  expect(next?.(state(1)).first?.deed).toEqual({ set: 'status', to: 'active' })
})
