/** Holds the generic pages against every resource that the server describes. */
import { describe, expect, test } from 'vitest'
import type { Model } from '@/api/model'
import { labels } from '@/i18n/labels'
import golden from '../../../docs/golden/model.json'
import { columns, defaultColumns, groups, nameField } from './columns'
import { formFields, initialValues } from './form/fields'
import { filtersOf } from './list/filters/filters'

const model = golden as unknown as Model

describe.each(Object.values(model.resources))('$path', resource => {
  test('has first columns, all of them known', () => {
    const known = columns(resource).map(column => column.name)
    const first = defaultColumns(resource)
    expect(first.length).toBeGreaterThan(0)
    expect(first.filter(name => !known.includes(name))).toEqual([])
  })

  test('has a name to open it by', () => {
    expect([...resource.fields, ...resource.computed].map(field => field.name)).toContain(nameField(resource))
  })

  test('has each field of its form in one group, with a value to begin with', () => {
    const fields = formFields(resource)
    const grouped = groups(fields).flatMap(group => group.fields)
    expect(new Set(grouped)).toEqual(new Set(fields))
    expect(Object.keys(initialValues(resource, {}))).toEqual(fields.map(field => field.name))
  })

  test('filters only by parameters that the server knows', () => {
    const suffix = (name: string) => name.split('__')[1] ?? 'exact'
    for (const filter of filtersOf(resource, labels)) {
      if (!('field' in filter)) continue
      const used = filter.params.map(suffix)
      expect(used.filter(lookup => !filter.field.lookups.includes(lookup))).toEqual([])
    }
  })
})
