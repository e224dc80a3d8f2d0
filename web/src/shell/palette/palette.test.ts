import { describe, expect, it } from 'vitest'
import type { Resource } from '@/api/model'
import { labels } from '@/i18n/labels'
import { asked, toTry } from './kinds'
import { ranked } from './rank'

const kind = (path: string, name: string, plural: string) =>
  ({ path, name, plural, model: name.replaceAll(' ', '').toLowerCase() }) as Resource
const kinds = [
  kind('vaults', 'Vault', 'Vaults'),
  kind('used-measures', 'Used measure', 'Used measures'),
  kind('proofs', 'Proof', 'Proofs'),
  kind('proof-versions', 'Proof version', 'Proof versions'),
]
const paths = (text: string) => {
  const { words, kinds: found } = asked(text, kinds, labels)
  return [words, ...found.map(one => one.path)]
}

describe('a prefix', () => {
  it('names one kind, whole, in the plural or by a word of it', () => {
    expect(paths('vault: north')).toEqual(['north', 'vaults'])
    expect(paths('Vaults:north')).toEqual(['north', 'vaults'])
    expect(paths('used-measures: ')).toEqual(['', 'used-measures'])
    expect(paths('measure:mfa')).toEqual(['mfa', 'used-measures'])
  })
  it('means all kinds that begin so, unless one is called just so', () => {
    expect(paths('proof: x')).toEqual(['x', 'proofs'])
    expect(paths('pro: x')).toEqual(['x', 'proofs', 'proof-versions'])
  })
  it('that names nothing is a word like others', () => {
    expect(paths('theme: dark')).toEqual(['theme: dark'])
    expect(paths('vault')).toEqual(['vault'])
    expect(paths(': x')).toEqual([': x'])
  })
})

describe('the order of commands', () => {
  const entry = (group: string, label: string) => ({ key: label, group, label })
  const all = [
    entry('pages', 'Proof versions'),
    entry('pages', 'Proofs'),
    entry('pages', 'All proofs'),
    entry('actions', 'New proof'),
    entry('actions', 'New vault'),
  ]
  const order = (words: string, weights: Record<string, number> = {}) =>
    ranked(all, words, key => weights[key] ?? 0).map(one => one.label)

  it('has what is called so first, and groups together', () => {
    expect(order('proofs')).toEqual(['Proofs', 'All proofs'])
    expect(order('proof')).toEqual(['Proof versions', 'Proofs', 'All proofs', 'New proof'])
  })
  it('has what is used most first among equals', () => {
    expect(order('proof', { Proofs: 3, 'All proofs': 9 })).toEqual([
      'Proofs',
      'Proof versions',
      'All proofs',
      'New proof',
    ])
    expect(order('', { 'New vault': 1 }).slice(3)).toEqual(['New vault', 'New proof'])
  })
})

describe('the kinds to try', () => {
  const module = (...paths: string[]) => paths.map(path => kind(path, path, path))
  const modules = [module('a1', 'a2', 'a3', 'a4'), module('b1', 'b2'), module('c1'), module('d1', 'd2')]
  const tried = (weights: Record<string, number> = {}) =>
    toTry(modules, one => weights[one.path] ?? 0).map(one => one.path)

  it('are the first of each module, then the second', () => {
    expect(tried()).toEqual(['a1', 'b1', 'c1', 'd1', 'a2', 'b2'])
  })
  it('are first of all those that are used most', () => {
    expect(tried({ d2: 1, a4: 3 })).toEqual(['a4', 'd2', 'a1', 'b1', 'c1', 'd1'])
  })
})
