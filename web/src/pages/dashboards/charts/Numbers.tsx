/** The numbers behind a chart, as a table. */

import { formatDateTime, formatNumber, formatShortDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import type { Shown } from '../api'
import { Amount, Swatch } from './Legend'
import { type Part, said } from './parts'

const HEAD = 'sticky top-0 border-line border-b bg-raised py-1 pr-3 text-left font-medium text-ink-soft'
const CELL = 'border-line border-b py-1 pr-3'
/** Enough to look through; the list of values has the rest. */
const MOST = 100

export function Numbers({ shown, parts }: { shown: Shown; parts: Part[] }) {
  return (
    <section
      aria-label={shown.title}
      // A table that is longer than its place scrolls, also with keys.
      tabIndex={0}
      className="size-full overflow-auto rounded-sm outline-offset-2"
    >
      {shown.type === 'breakdown' ? (
        <ByPart shown={shown} parts={parts} />
      ) : (
        <ByDay shown={shown} parts={parts} />
      )}
    </section>
  )
}

function ByPart({ shown, parts }: { shown: Shown; parts: Part[] }) {
  const { t } = useTranslation()
  const first = parts[0]?.points[0]
  const showsChange = !!first && (parts[0]?.points.length ?? 0) > 1
  return (
    <table className="tabular w-full text-sm">
      <caption className="sr-only">{shown.title}</caption>
      <thead>
        <tr>
          <th scope="col" className={HEAD}>
            {t('dashboard.part')}
          </th>
          {showsChange && (
            <th scope="col" className={cn(HEAD, 'text-right')}>
              {formatShortDay(first.date)}
            </th>
          )}
          <th scope="col" className={cn(HEAD, 'pr-0 text-right')}>
            {t('dashboard.now')}
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map(part => (
          <tr key={part.key}>
            <th scope="row" className={cn(CELL, 'text-left font-normal')}>
              <span className="flex items-center gap-2">
                <Swatch fill={part.fill} />
                {part.label}
              </span>
            </th>
            {showsChange && (
              <td className={cn(CELL, 'text-right text-ink-soft')}>
                {formatNumber(part.points[0]?.value ?? 0)}
              </td>
            )}
            <td className={cn(CELL, 'pr-0 text-right')}>
              <Amount part={part} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ByDay({ shown, parts }: { shown: Shown; parts: Part[] }) {
  const { t } = useTranslation()
  const points = [...(parts[0]?.points ?? [])].reverse().slice(0, MOST)
  return (
    <table className="tabular w-full text-sm">
      <caption className="sr-only">{shown.title}</caption>
      <thead>
        <tr>
          <th scope="col" className={HEAD}>
            {t('dashboard.day')}
          </th>
          <th scope="col" className={cn(HEAD, 'pr-0 text-right')}>
            {t('dashboard.value')}
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map(point => (
          <tr key={`${point.date}${point.at ?? ''}`}>
            <th scope="row" className={cn(CELL, 'text-left font-normal')}>
              {point.at ? formatDateTime(point.at) : formatShortDay(point.date)}
              {point.rebuilt && <span className="text-ink-faint"> · {t('dashboard.rebuilt')}</span>}
            </th>
            <td className={cn(CELL, 'pr-0 text-right font-medium')}>
              {said({ ...shown, aggregation: 'none' }, point.value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
