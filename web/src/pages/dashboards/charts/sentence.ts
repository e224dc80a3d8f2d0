/** What a chart shows, in a sentence, for those who do not see it. */
import type { TFunction } from 'i18next'
import { formatNumber, formatShortDay } from '@/i18n/format'
import type { Shown } from '../api'
import { type Part, said } from './parts'

export function sentenceOf(shown: Shown, parts: Part[], t: TFunction): string {
  const { title } = shown
  if (shown.type === 'breakdown') {
    const some = parts.filter(part => part.value > 0)
    if (some.length === 0) return t('dashboard.says.nothing', { title })
    const list = some.map(part => `${part.label.toLowerCase()} ${formatNumber(part.value)}`).join(', ')
    return t('dashboard.says.parts', { title, list })
  }
  const value = shown.value === null ? '—' : said(shown, shown.value)
  const points = parts[0]?.points ?? []
  const [first, last] = [points[0], points.at(-1)]
  const now =
    shown.target === null
      ? t('dashboard.says.value', { title, value })
      : t('dashboard.says.target', { title, value, target: said(shown, shown.target) })
  if (!first || !last || first.date === last.date) return now
  const values = points.map(point => point.value)
  const trend = t('dashboard.says.trend', {
    from: said({ ...shown, aggregation: 'none' }, first.value),
    day: formatShortDay(first.date),
    least: said({ ...shown, aggregation: 'none' }, Math.min(...values)),
    most: said({ ...shown, aggregation: 'none' }, Math.max(...values)),
  })
  return `${now} ${trend}`
}
