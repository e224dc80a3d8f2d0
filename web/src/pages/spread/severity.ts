/** The fill of a severity, by the ramp that all levels share. Charts write the word beside it. */
import { type Choice, type Field, field, type Resource } from '@/api/model'
import { levelOf } from '@/resource/value/level'
import type { Level } from '@/ui/Level'

export const TILES: Record<Level, string> = {
  1: 'bg-l1 text-l1-ink',
  2: 'bg-l2 text-l2-ink',
  3: 'bg-l3 text-l3-ink',
  4: 'bg-l4 text-l4-ink',
  5: 'bg-l5 text-l5-ink',
}

export const FILLS: Record<Level, string> = {
  1: 'fill-l1',
  2: 'fill-l2',
  3: 'fill-l3',
  4: 'fill-l4',
  5: 'fill-l5',
}

/** What nobody has rated is on no scale. */
export const UNRATED = { tile: 'bg-sunken text-ink-soft', fill: 'fill-apart' }

export interface Severity {
  field: Field
  /** The worst first. */
  choices: Choice[]
  levelOf: (key: string | number) => Level | undefined
}

export function severityOf(resource: Resource): Severity | null {
  const found = field(resource, 'severity')
  if (!found?.choices) return null
  const choices = [...found.choices].sort((a, b) => Number(b.key) - Number(a.key))
  return {
    field: found,
    choices,
    levelOf: key => {
      const choice = choices.find(one => String(one.key) === String(key))
      return choice && levelOf(found, choice)
    },
  }
}
