/** The units of numbers inside structured values, and how people read them. */
import { useMemo } from 'react'
import type { Schema } from '@/api/model'
import { useUser } from '@/api/user'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'

export type Unit = 'seconds' | 'currency' | 'days' | 'years' | 'level'

/** The schema says only that they are numbers. */
const UNITS: Record<string, Unit> = {
  rto: 'seconds',
  rpo: 'seconds',
  mtd: 'seconds',
  fixed_cost: 'currency',
  people_days: 'days',
  amortization_period: 'years',
}
/** How the server describes a part whose `value` is a level of the instance's scale. */
const ON_SCALE = "A security objective, on the instance's scale."

/** The unit of a part; `within` is the row of a table of values that it stands in. */
export function unitOf(name: string, within?: { name: string; schema?: Schema }): Unit | undefined {
  if (!within) return UNITS[name]
  if (name !== 'value') return undefined
  return within.schema?.description === ON_SCALE ? 'level' : UNITS[within.name]
}

const LEVELS = 5

/** The labels of a scale for the levels 0 to 4. A scale with fewer steps repeats a label. */
export function levelsOf(scale: string): string[] {
  const range = scale.match(/^(\d)-(\d)$/)
  if (!range) return ['low', 'moderate', 'moderate', 'high', 'high']
  const [from, to] = [Number(range[1]), Number(range[2])]
  return Array.from({ length: LEVELS }, (_, level) => String(Math.min(from + level, to)))
}

/** Each word once, with the lowest level that it stands for; the level that is chosen keeps its own. */
export function steps(words: string[], chosen?: number): { level: number; word: string }[] {
  const all = words.map((word, level) => ({ level, word }))
  return all.filter(({ level, word }) => {
    if (chosen !== undefined && words[chosen] === word) return level === chosen
    return words.indexOf(word) === level
  })
}

export interface Parts {
  hours: number
  minutes: number
  seconds: number
}

export function split(value: number): Parts {
  return { hours: Math.floor(value / 3600), minutes: Math.floor(value / 60) % 60, seconds: value % 60 }
}

const SIZES = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** The parts of a time that say something: 90000 seconds are a day and an hour. */
export function inParts(value: number): { count: number; unit: (typeof SIZES)[number][0] }[] {
  let left = Math.round(value)
  const parts = SIZES.map(([unit, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return { count, unit }
  })
  const told = parts.filter(part => part.count > 0)
  return told.length > 0 ? told : [{ count: 0, unit: 'min' }]
}

/** How the instance writes money and levels, and times in words. */
export function useUnits() {
  const { t } = useTranslation()
  const { currency, security_objective_scale: scale } = useUser().interface
  return useMemo(() => {
    const words = levelsOf(scale).map(word => (/^\d+$/.test(word) ? word : t(`units.levels.${word}`)))
    return {
      currency,
      levels: words,
      say: (unit: Unit, value: number): string => {
        if (unit === 'level') return words[value] ?? String(value)
        if (unit === 'seconds')
          return inParts(value)
            .map(({ count, unit }) => `${formatNumber(count)} ${t(`units.${unit}`)}`)
            .join(' ')
        if (unit === 'currency') return `${formatNumber(value)} ${currency}`
        return t(`units.${unit}`, { count: value })
      },
    }
  }, [t, currency, scale])
}
