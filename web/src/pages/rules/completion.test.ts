import { describe, expect, it } from 'vitest'
import type { Offered, Usable } from './api'
import { complete } from './completion'

const field = (path: string, label: string, more: Partial<Usable> = {}): Usable => ({
  path,
  label,
  kind: 'text',
  choices: [],
  link: null,
  ...more,
})
const state = (path: string, label: string) =>
  field(path, label, {
    kind: 'choice',
    choices: [
      { value: 'active', label: 'In use' },
      { value: 'to_do', label: 'To do' },
    ],
  })
const known: Offered = {
  resource: 'vaults',
  fields: [
    field('name', 'Name'),
    state('status', 'Status'),
    field('priority', 'Priority', { kind: 'choice', choices: [{ value: 1, label: 'P1' }] }),
    field('is_open', 'Open', { kind: 'boolean' }),
    field('folder', 'Domain', { kind: 'reference', link: 'one' }),
    field('folder.name', 'Domain › Name'),
    field('proofs', 'Proofs', { kind: 'many', link: 'many' }),
    state('proofs[].status', 'Proofs › Status'),
    field('proofs[].updated_at', 'Proofs › Changed', { kind: 'datetime' }),
  ],
  functions: [
    { name: 'days_since(date)', doc: 'Days since a date' },
    { name: 'today', doc: 'Today' },
    { name: 'size(list)', doc: 'How many' },
    { name: 'list.exists(x, condition)', doc: 'At least one' },
    { name: 'text.contains(text)', doc: 'Contains' },
    { name: 'value in [a, b]', doc: 'One of several' },
  ],
}

/** The caret is at the bar. */
const at = (text: string) => {
  const caret = text.indexOf('|')
  return complete(text.replace('|', ''), caret, known)
}
const texts = (text: string) => at(text).suggestions.map(one => one.text)
/** The source after the first suggestion was taken, with the caret. */
const taken = (text: string) => {
  const { from, to, suggestions } = at(text)
  const [first] = suggestions
  if (!first) return undefined
  const source = text.replace('|', '')
  const caret = from + first.text.length - (first.back ?? 0)
  const next = source.slice(0, from) + first.text + source.slice(to)
  return `${next.slice(0, caret)}|${next.slice(caret)}`
}

describe('after object.', () => {
  it('come the fields, those that begin with what is typed first', () => {
    expect(texts('object.|')).toEqual(['name', 'status', 'priority', 'is_open', 'folder', 'proofs'])
    expect(texts('object.st|')).toEqual(['status'])
    expect(texts('object.domain|')).toEqual(['folder'])
    expect(texts('object.e|')).toEqual([])
    expect(texts('object.ori|')).toEqual(['priority'])
    expect(taken('object.sta|tu == 1')).toBe('object.status| == 1')
  })
  it('a link to one object leads to its fields, a link to several to loops', () => {
    expect(texts('object.folder.|')).toEqual(['name'])
    expect(texts('object.proofs.|')).toEqual(['exists(x, x.)', 'size()'])
    expect(taken('object.proofs.ex|')).toBe('object.proofs.exists(x, x.|)')
    expect(texts('object.name.|')).toEqual(['contains("")', 'size()'])
  })
  it('nothing comes that does not exist', () => {
    expect(texts('object.nothing.|')).toEqual([])
    expect(texts('elsewhere.|')).toEqual([])
    expect(texts('1.|')).toEqual([])
  })
})

describe('in a loop', () => {
  it('the variable has the fields of what the list holds', () => {
    expect(texts('object.proofs.exists(e, e.|')).toEqual(['status', 'updated_at'])
    expect(at('object.proofs.exists(e, e.|').suggestions[0]?.label).toBe('Status')
    expect(texts('object.proofs.all(p, p.status == "|')).toEqual(['active"', 'to_do"'])
    expect(texts('object.proofs.exists(e, |')).toContain('e')
  })
})

describe('a choice', () => {
  it('is completed in quotes, which are closed', () => {
    expect(taken('object.status == "|')).toBe('object.status == "active"|')
    expect(taken('object.status != "to|"')).toBe('object.status != "to_do"|')
    expect(taken('object.status in ["active", "t|')).toBe('object.status in ["active", "to_do"|')
  })
  it('is found by what it is called', () => {
    expect(texts('object.status == "In u|')).toEqual(['active"'])
  })
  it('comes with its quotes where none are yet, and numbers without', () => {
    expect(texts('object.status == |')).toEqual(['"active"', '"to_do"'])
    expect(texts('object.priority == |')).toEqual(['1'])
    expect(texts('object.is_open == |')).toEqual(['true', 'false'])
  })
  it('is not offered for a text', () => {
    expect(texts('object.name == "|')).toEqual([])
  })
})

describe('a bare word', () => {
  it('is completed unasked only once it is begun', () => {
    expect(at('|').isBegun).toBe(false)
    expect(texts('|')).toEqual(['object.', 'days_since()', 'today', 'size()'])
    expect(at('da|').isBegun).toBe(true)
    expect(taken('da|')).toBe('days_since(|)')
  })
})
