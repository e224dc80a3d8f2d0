/** What can stand at a place of an expression: fields, the values of choices, functions, variables. */
import type { Offered, Usable } from './api'

export interface Suggestion {
  /** As it is written. */
  text: string
  /** What it means, in the reader’s language. */
  label: string
  kind: 'field' | 'choice' | 'function' | 'variable'
  /** Where the caret goes, counted from the end of the text. */
  back?: number
}

export interface Completion {
  /** The part of the source that a suggestion replaces. */
  from: number
  to: number
  suggestions: Suggestion[]
  /** Whether it is offered without being asked for: something has been begun. */
  isBegun: boolean
}

type Functions = Offered['functions']

const WORD = /[A-Za-z_]\w*$/
const CHAIN = /([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\.$/
const COMPARED = /([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*(?:==|!=)\s*$/
const LISTED = /([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s+in\s*\[[^\]]*$/
const LOOPS = 'exists|all|exists_one|filter|map'
/** As many letters say what is meant: fewer would fit too much. */
const BEGUN = 2

export function complete(source: string, caret: number, known: Offered): Completion {
  const quote = openQuote(source, caret)
  return quote === undefined ? inCode(source, caret, known) : inText(source, caret, quote, known.fields)
}

/** Where the text begins that the caret is in. */
function openQuote(source: string, caret: number): number | undefined {
  let open: number | undefined
  for (let at = 0; at < caret; at += 1) {
    const letter = source[at]
    if (open === undefined) {
      if (letter === '"' || letter === "'") open = at
    } else if (letter === '\\') at += 1
    else if (letter === source[open]) open = undefined
  }
  return open
}

/** The values of the choice that a text is compared with. */
function inText(source: string, caret: number, quote: number, fields: Usable[]): Completion {
  const before = source.slice(0, quote)
  const mark = source[quote] as string
  const rest = /^[\w-]*/.exec(source.slice(caret))?.[0] ?? ''
  const isClosed = source[caret + rest.length] === mark
  const typed = source.slice(quote + 1, caret)
  const suggestions = choicesOf(comparedWith(before, fields))
    .filter(choice => typeof choice.value === 'string')
    .map(
      (choice): Suggestion => ({
        text: isClosed ? String(choice.value) : `${choice.value}${mark}`,
        label: choice.label,
        kind: 'choice',
        // Behind the quote, which is there already.
        back: isClosed ? -1 : undefined,
      }),
    )
  return {
    from: quote + 1,
    to: caret + rest.length,
    suggestions: fitting(suggestions, typed),
    isBegun: true,
  }
}

function inCode(source: string, caret: number, known: Offered): Completion {
  const typed = WORD.exec(source.slice(0, caret))?.[0] ?? ''
  const from = caret - typed.length
  const to = caret + (/^\w*/.exec(source.slice(caret))?.[0].length ?? 0)
  const before = source.slice(0, from)
  const chain = CHAIN.exec(before)?.[1]
  if (chain) {
    const all = after(resolve(chain.split('.'), before, known.fields), known)
    return { from, to, suggestions: fitting(all, typed), isBegun: true }
  }
  if (before.endsWith('.')) return { from, to, suggestions: [], isBegun: false }
  const field = comparedWith(before, known.fields)
  const values = field ? valuesOf(field) : []
  const all = values.length > 0 ? values : words(before, known.functions)
  const isBegun = values.length > 0 || typed.length >= BEGUN
  return { from, to, suggestions: fitting(all, typed), isBegun }
}

/** What begins so comes first, then what has it somewhere, by name or by what it is called. */
function fitting(all: Suggestion[], typed: string): Suggestion[] {
  const wanted = typed.toLowerCase()
  const rank = ({ text, label }: Suggestion) =>
    text.toLowerCase().replace(/^"/, '').startsWith(wanted)
      ? 0
      : label.toLowerCase().startsWith(wanted)
        ? 1
        : wanted.length >= BEGUN &&
            (text.toLowerCase().includes(wanted) || label.toLowerCase().includes(wanted))
          ? 2
          : 3
  return all
    .map((one, at) => ({ one, at, rank: rank(one) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ one }) => one)
}

/** What a chain of names leads to. */
type Place =
  /** An object: what is under a prefix of paths. */
  { record: string } | { list: string } | { value: Usable }

const isUnder = (fields: Usable[], start: string) => fields.some(field => field.path.startsWith(start))

function resolve(chain: string[], before: string, fields: Usable[]): Place | undefined {
  const [root = '', ...names] = chain
  let place: Place | undefined = root === 'object' ? { record: '' } : element(root, before, fields)
  for (const name of names) {
    if (!place || !('record' in place)) return undefined
    const path = place.record ? `${place.record}.${name}` : name
    const field = fields.find(one => one.path === path)
    if (field?.link === 'many' || isUnder(fields, `${path}[].`)) place = { list: path }
    else if (field?.link === 'one' || isUnder(fields, `${path}.`)) place = { record: path }
    else place = field && { value: field }
  }
  return place
}

/** What a loop variable stands for: one of the list that its loop goes over. */
function element(name: string, before: string, fields: Usable[]): Place | undefined {
  const loops = [...before.matchAll(new RegExp(`([\\w.]+)\\.(?:${LOOPS})\\(\\s*${name}\\s*,`, 'g'))]
  const loop = loops.at(-1)
  if (!loop?.[1]) return undefined
  const list = resolve(loop[1].split('.'), before.slice(0, loop.index), fields)
  return list && 'list' in list ? { record: `${list.list}[]` } : undefined
}

function after(place: Place | undefined, known: Offered): Suggestion[] {
  if (!place) return []
  if ('list' in place) return methods(known.functions, 'list')
  if ('value' in place) return place.value.kind === 'text' ? methods(known.functions, 'text') : []
  const start = place.record ? `${place.record}.` : ''
  return known.fields
    .filter(field => field.path.startsWith(start) && !/[.[]/.test(field.path.slice(start.length)))
    .map(field => ({
      text: field.path.slice(start.length),
      label: field.label.split(' › ').at(-1) ?? field.label,
      kind: 'field',
    }))
}

/** `list.exists(x, condition)` after a list: what stands before the dot is there already. */
function methods(functions: Functions, of: 'list' | 'text'): Suggestion[] {
  const own = functions
    .filter(one => one.name.startsWith(`${of}.`))
    .map((one): Suggestion => {
      const name = one.name.slice(of.length + 1).replace(/\(.*$/, '')
      return of === 'list'
        ? { text: `${name}(x, x.)`, label: one.doc, kind: 'function', back: 1 }
        : { text: `${name}("")`, label: one.doc, kind: 'function', back: 2 }
    })
  const size = functions.find(one => one.name.startsWith('size('))
  return size ? [...own, { text: 'size()', label: size.doc, kind: 'function' }] : own
}

const choicesOf = (field: Usable | undefined) => field?.choices ?? []

/** The field on the other side of a comparison. */
function comparedWith(before: string, fields: Usable[]): Usable | undefined {
  const chain = (COMPARED.exec(before) ?? LISTED.exec(before))?.[1]
  const place = chain && resolve(chain.split('.'), before, fields)
  return place && 'value' in place ? place.value : undefined
}

function valuesOf(field: Usable): Suggestion[] {
  if (field.kind === 'boolean')
    return ['true', 'false'].map(text => ({ text, label: field.label, kind: 'choice' }))
  return field.choices.map(choice => ({
    text: JSON.stringify(choice.value),
    label: choice.label,
    kind: 'choice',
  }))
}

/** What can stand alone: the object, the day, functions, and the variables of the loops around. */
function words(before: string, functions: Functions): Suggestion[] {
  const loops = [...before.matchAll(new RegExp(`\\.(?:${LOOPS})\\(\\s*([A-Za-z_]\\w*)\\s*,`, 'g'))]
  const own = [...new Set(loops.map(loop => loop[1] as string))]
  return [
    ...own.map((text): Suggestion => ({ text, label: '', kind: 'variable' })),
    { text: 'object.', label: '', kind: 'variable' },
    ...functions.flatMap(({ name, doc }): Suggestion[] => {
      if (/^\w+$/.test(name)) return [{ text: name, label: doc, kind: 'variable' }]
      const call = /^(\w+)\(/.exec(name)?.[1]
      return call ? [{ text: `${call}()`, label: doc, kind: 'function', back: 1 }] : []
    }),
  ]
}
