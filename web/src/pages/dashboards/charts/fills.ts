/**
 * The colours of the parts of a chart. How bad something is has the ramp of levels, what is done or failed has its own fill, and
 * the others take colours that are told apart with any kind of sight (`colours.test.ts`). The words always stand beside them.
 */
import type { Tone } from '@/ui/Badge'
import type { Level } from '@/ui/Level'

export interface Known {
  /** The colour that comes with it, such as that of a risk level. */
  color: string | null
  level?: Level
  tone: Tone
  /** It stands for no value. */
  unset: boolean
}

export const CATEGORIES = 8

export function fillsOf(parts: Known[]): string[] {
  const taken = new Set<string>()
  let next = 1
  const take = (fill: string) => {
    taken.add(fill)
    return fill
  }
  return parts.map(part => {
    if (part.color) return part.color
    if (part.unset) return 'var(--apart)'
    if (part.level) return `var(--l${part.level})`
    if (part.tone === 'good' && !taken.has('var(--done)')) return take('var(--done)')
    if (part.tone === 'bad' && !taken.has('var(--failed)')) return take('var(--failed)')
    const fill = `var(--c${((next - 1) % CATEGORIES) + 1})`
    next += 1
    return fill
  })
}

/** Lines are told apart by how they are drawn, too. */
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '4 4', '12 4', '1 4', '6 2 1 2']
export const dashOf = (at: number) => DASHES[at % DASHES.length] ?? ''
