/** What the server says is wrong, as one text with its actual reasons. */
import { labels } from '@/i18n/labels'
import type { Problem } from './client'

/** More would not be read in a notice. */
const MOST = 3

export function reasonIn(problem: Problem): string {
  const all = Object.entries(problem.errors ?? {})
  // A report of many rows is shown by the page that asked for it.
  if (all.length === 0 || problem.results) return problem.detail || problem.title
  const said = all.slice(0, MOST).map(([name, messages]) => `${nameOf(name)}${messages.join(' ')}`)
  return said.join(' ') + (all.length > MOST ? ' …' : '')
}

/** Parts of a structure go by their own name; a message without a field has none. */
function nameOf(name: string): string {
  const own = name.split('.').at(-1) ?? ''
  return own && own !== 'non_field_errors' && /^[a-z]\w*$/.test(own) ? `${labels.part(own)}: ` : ''
}
