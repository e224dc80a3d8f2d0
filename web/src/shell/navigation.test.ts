import { describe, expect, it } from 'vitest'
import type { Model, Resource } from '@/api/model'
import { labels } from '@/i18n/labels'
import { groupAt, groups, isAt, onlyEntry } from './navigation'

const resource = (path: string, module: string, more: Partial<Resource> = {}) =>
  ({
    path,
    name: path,
    plural: path,
    doc: '',
    icon: 'none',
    listed: true,
    beside: null,
    module,
    ...more,
  }) as Resource

const module = (name: string, resources: string[], settings = false) => ({
  name,
  label: name,
  icon: 'none',
  key: null,
  settings,
  resources,
})

const all = [
  resource('proofs', 'controls'),
  resource('proof-versions', 'controls', { beside: 'proofs' }),
  resource('proof-files', 'controls', { listed: false }),
  resource('things', 'things'),
  resource('notes', 'notes', { listed: false }),
  resource('settings/global', 'instance', { listed: false }),
]
const model = {
  modules: [
    module('controls', ['proofs', 'proof-versions', 'proof-files']),
    module('things', ['things']),
    module('notes', ['notes']),
    module('instance', ['settings/global'], true),
  ],
  resources: Object.fromEntries(all.map(one => [one.path, one])),
} as unknown as Model

const found = groups(model, labels, key => key)

describe('the navigation', () => {
  it('has the modules in their order, without those that have nothing to go to', () => {
    expect(found.map(group => group.name)).toEqual(['controls', 'things', 'instance'])
    expect(found[0]?.entries.map(entry => entry.to)).toEqual(['/proofs'])
  })

  it('has pages made by hand for those who may see what they are about', () => {
    expect(found[2]?.entries.map(entry => entry.to)).toEqual([
      '/settings/general',
      '/settings/feature-flags',
      '/settings/mail',
      '/settings/mail-templates',
      '/settings/sign-in',
    ])
    const without = { ...model, resources: { ...model.resources } }
    delete without.resources['settings/global']
    expect(groups(without, labels, key => key).map(group => group.name)).toEqual(['controls', 'things'])
  })

  it('knows where one is, also beside a list, at an object, and where there is no line', () => {
    const at = (path: string) => groupAt(found, model, path)?.name
    expect(at('/proofs/1')).toBe('controls')
    expect(at('/proof-versions')).toBe('controls')
    expect(at('/proof-files/1')).toBe('controls')
    expect(at('/settings/general')).toBe('instance')
    expect(at('/')).toBeUndefined()
    const [proofs] = found[0]?.entries ?? []
    expect(proofs && isAt(proofs, '/proof-versions/1')).toBe(true)
    expect(proofs && isAt(proofs, '/proofs-of-another-kind')).toBe(false)
  })

  it('opens a module with one page of its own name at once', () => {
    expect(found.map(group => onlyEntry(group)?.to)).toEqual([undefined, '/things', undefined])
  })
})
