/** What the server says is wrong, in one text: its reasons, and not that there are some. */
import { labels } from '@/i18n/labels'
import type { Problem } from './client'

/** More would not be read in a notice. */
const MOST = 3

export function reasonIn(problem: Problem): string {
  const all = Object.entries(problem.errors ?? {})
  // A report of many rows is told by whoever shows it.
  if (all.length === 0 || problem.results) return problem.detail || problem.title
  const said = all.slice(0, MOST).map(([name, messages]) => `${nameOf(name)}${messages.join(' ')}`)
  return said.join(' ') + (all.length > MOST ? ' …' : '')
}

/** Parts of a structure are called by their own name; what belongs to no field has none. */
function nameOf(name: string): string {
  const own = name.split('.').at(-1) ?? ''
  return own && own !== 'non_field_errors' && /^[a-z]\w*$/.test(own) ? `${labels.part(own)}: ` : ''
}
