/**
 * Applied controls on a timeline: from their start to the implementation due date, and to the day they
 * expire.
 */

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useRows } from '@/api/objects'
import { formatDate } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import type { ListProps } from '@/pages'
import { usePresentRows } from '@/resource/past/usePresent'
import { useSince } from '@/resource/past/useSince'
import { Button } from '@/ui/Button'
import { Segments } from '@/ui/Segments'
import { Empty, Failed, Loading } from '@/ui/States'
import { addDays, today } from '../due/days'
import { Legend } from './Legend'
import { Line } from './Line'
import { around, marks, SPANS, type Span, scaleOf, step } from './scale'

const HEIGHT = 44
/** What a line tells of a control. */
const SHOWN = ['name', 'status', 'start_date', 'eta', 'expiry_date', 'progress_field']

export default function Timeline({ resource, params }: ListProps) {
  const { t, i18n } = useTranslation()
  const labels = useLabels()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { span?: string; from?: string }
  const now = today()
  const span = SPANS.find(one => one === search.span) ?? 'year'
  const from = /^\d{4}-\d\d-01$/.test(search.from ?? '') ? (search.from as string) : around(span, now)
  const scale = useMemo(() => scaleOf(span, from), [span, from])
  const lines = useMemo(() => marks(scale, i18n.language), [scale, i18n.language])
  const asked = useMemo(
    () => ({
      ...params,
      ordering: params.ordering === resource.order ? 'eta,expiry_date,name' : params.ordering,
    }),
    [params, resource.order],
  )
  const list = useRows(resource.path, asked as Record<string, string>)
  const present = usePresentRows(resource.path, list.rows)
  const since = useSince(resource, SHOWN)
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: list.rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => HEIGHT,
    overscan: 10,
  })
  const shown = virtual.getVirtualItems()
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0]
  const { show } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is made anew at each drawing
  useEffect(() => show(first, last), [first, last])

  const set = (change: { span?: Span; from?: string }) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, ...change }),
      replace: true,
    } as never)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = Number((event.target as HTMLElement).closest<HTMLElement>('[data-line]')?.dataset.line)
    const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1 }[event.key]
    if (to === undefined || Number.isNaN(to) || to < 0 || to >= list.rows.length) return
    event.preventDefault()
    virtual.scrollToIndex(to)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-line="${to}"] a`)?.focus())
  }

  if (list.pending) return <Loading />
  if (list.error && list.count === 0) return <Failed error={list.error} retry={list.retry} />
  if (list.count === 0)
    return (
      <Empty title={t('timeline.empty')}>
        <p>{t('timeline.emptyHelp')}</p>
      </Empty>
    )
  const here = scale.at(now)
  const shownToday = here >= 0 && here <= 1
  return (
    <div className="flex min-h-0 grow flex-col">
      <div data-no-print className="flex flex-wrap items-center gap-2 px-5 pb-3 lg:px-8">
        <Segments
          label={t('timeline.span')}
          value={span}
          segments={SPANS.map(one => ({ value: one, label: t(`timeline.${one}`) }))}
          onChange={one => set({ span: one, from: undefined })}
        />
        <div className="flex items-center gap-1">
          <Button
            look="quiet"
            icon={<ChevronLeft size={17} />}
            label={t('timeline.earlier')}
            onClick={() => set({ from: step(span, scale.from, -1) })}
          />
          <Button onClick={() => set({ from: undefined })}>{t('timeline.today')}</Button>
          <Button
            look="quiet"
            icon={<ChevronRight size={17} />}
            label={t('timeline.later')}
            onClick={() => set({ from: step(span, scale.from, 1) })}
          />
        </div>
        <span className="tabular text-ink-soft text-sm" role="status">
          {formatDate(scale.from)} – {formatDate(addDays(scale.to, -1))}
        </span>
        <span className="grow" />
        <Legend />
      </div>
      <div ref={box} data-scroll className="relative min-h-0 grow overflow-y-auto border-line border-t">
        <div className="timeline-grid sticky top-0 z-20 border-line border-b bg-surface">
          <div className="hidden self-end px-8 py-1.5 font-medium text-ink-soft text-sm md:block">
            {labels.plural(resource)}
          </div>
          <div className="relative h-11 overflow-hidden text-xs">
            {lines.map(mark => (
              <span
                key={mark.day}
                className="absolute bottom-1 flex flex-col whitespace-nowrap pl-1.5 text-ink-soft max-md:odd:hidden"
                style={{ left: `${mark.at * 100}%` }}
              >
                {mark.year && <span className="font-medium text-ink">{mark.year}</span>}
                {mark.label}
              </span>
            ))}
            {shownToday && (
              <span
                aria-hidden
                className="absolute top-1 -translate-x-1/2 rounded-md bg-accent px-1.5 font-medium text-accent-ink max-md:hidden"
                style={{ left: `${here * 100}%` }}
              >
                {t('timeline.today')}
              </span>
            )}
          </div>
        </div>
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          <div aria-hidden className="timeline-grid pointer-events-none absolute inset-0">
            <div className="hidden md:block" />
            <div className="relative">
              {lines.map(mark => (
                <span
                  key={mark.day}
                  className="absolute inset-y-0 w-px bg-line"
                  style={{ left: `${mark.at * 100}%` }}
                />
              ))}
              {shownToday && (
                <span
                  className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-accent max-md:opacity-50 md:z-10"
                  style={{ left: `${here * 100}%` }}
                />
              )}
            </div>
          </div>
          <ul aria-label={t('timeline.label')} onKeyDown={onKeyDown}>
            {shown.map(({ index, start }) => {
              const row = list.rows[index]
              return (
                <li
                  key={index}
                  data-line={index}
                  className="absolute inset-x-0"
                  style={{ height: HEIGHT, transform: `translateY(${start}px)` }}
                >
                  <Line
                    resource={resource}
                    row={row}
                    scale={scale}
                    now={now}
                    since={row && since(row, present.get(row.id))}
                  />
                </li>
              )
            })}
          </ul>
        </div>
      </div>
    </div>
  )
}
