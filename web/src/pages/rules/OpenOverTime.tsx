/** A line of how many matches were open, with its last value; the table says the same. */

import { formatNumber, formatShortDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { changed, type Point } from './history'

/** The drawing has no size of its own: it is stretched, and only its lines keep their width. */
const [WIDE, TALL] = [1000, 100]

export function OpenOverTime({ points, isShort }: { points: Point[]; isShort: boolean }) {
  const { t } = useTranslation()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  const most = Math.max(1, ...points.map(point => point.open))
  const x = (at: number) => (at / (points.length - 1)) * WIDE
  const y = (open: number) => TALL - (open / most) * (TALL - 4) - 2
  const line = points
    .map((point, at) => (at === 0 ? `M0 ${y(point.open)}` : `H${x(at)}V${y(point.open)}`))
    .join('')
  const said = t('rules.overTimeSaid', {
    from: formatShortDay(first.day),
    first: formatNumber(first.open),
    most: formatNumber(most),
    last: formatNumber(last.open),
  })
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="font-medium text-sm">{t('rules.overTime')}</figcaption>
      <div className="flex gap-2">
        <div aria-hidden className="tabular flex flex-col justify-between text-right text-ink-faint text-xs">
          <span>{formatNumber(most)}</span>
          <span>0</span>
        </div>
        <div role="img" aria-label={said} className="relative h-24 min-w-0 grow border-line border-y">
          <svg
            viewBox={`0 0 ${WIDE} ${TALL}`}
            preserveAspectRatio="none"
            aria-hidden
            className="absolute inset-0 size-full"
          >
            <path d={`${line}V${TALL}H0Z`} className="fill-accent-soft" />
            <path
              d={line}
              fill="none"
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
              className="stroke-accent"
            />
          </svg>
        </div>
        <span
          aria-hidden
          className="tabular self-start font-medium text-sm"
          style={{ marginTop: `calc(${y(last.open) / TALL} * 6rem - 0.6rem)` }}
        >
          {formatNumber(last.open)}
        </span>
      </div>
      <div aria-hidden className="flex justify-between pr-6 pl-6 text-ink-soft text-xs">
        <span>{formatShortDay(first.day)}</span>
        <span>{t('rules.today')}</span>
      </div>
      {isShort && <p className="text-ink-soft text-xs">{t('rules.reopened')}</p>}
      <details className="text-sm">
        <summary className="w-fit cursor-pointer rounded-sm text-ink-soft">{t('rules.asTable')}</summary>
        <table className="mt-2 w-full max-w-xs">
          <caption className="sr-only">{t('rules.overTime')}</caption>
          <thead>
            <tr className="text-ink-soft">
              <th scope="col" className="border-line border-b py-1 text-left font-medium">
                {t('rules.day')}
              </th>
              <th scope="col" className="border-line border-b py-1 text-right font-medium">
                {t('rules.open')}
              </th>
            </tr>
          </thead>
          <tbody>
            {changed(points).map(point => (
              <tr key={point.day}>
                <td className="border-line border-b py-1">{formatShortDay(point.day)}</td>
                <td className="tabular border-line border-b py-1 text-right">{formatNumber(point.open)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
