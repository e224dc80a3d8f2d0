/** The chart of a widget, by its type. What cannot be drawn that way is drawn in the nearest one that can. */
import { lazy, Suspense } from 'react'
import { Skeleton } from '@/ui/States'
import type { Shown } from '../api'
import { Bars, TimeColumns } from './Bars'
import { Figure } from './Figure'
import { Gauge } from './Gauge'
import { Legend } from './Legend'
import { Lines } from './Lines'
import { Numbers } from './Numbers'
import { type Part, useParts } from './parts'
import { Round } from './Round'
import { moment } from './scale'
import { useSize } from './useSize'

const Markdown = lazy(() => import('@/resource/value/Markdown'))

interface Props {
  shown: Shown
  legend: boolean
  /** The numbers in place of the chart. */
  table: boolean
}

export function Chart({ shown, legend, table }: Props) {
  const parts = useParts(shown)
  if (shown.kind === 'text')
    return (
      <div className="size-full overflow-y-auto">
        <Suspense fallback={<Skeleton className="h-full w-full" />}>
          <Markdown text={shown.text ?? ''} />
        </Suspense>
      </div>
    )
  if (table || shown.chart_type === 'table') return <Numbers shown={shown} parts={parts} />
  return <Drawn shown={shown} parts={parts} legend={legend} />
}

function Drawn({ shown, parts, legend }: { shown: Shown; parts: Part[]; legend: boolean }) {
  const [ref, size] = useSize()
  const breakdown = shown.type === 'breakdown'
  const draw = () => {
    if (!size) return null
    switch (shown.chart_type) {
      case 'donut':
      case 'pie':
        return breakdown ? (
          <Round
            shown={shown}
            parts={parts}
            size={size}
            ring={shown.chart_type === 'donut'}
            legend={legend}
          />
        ) : (
          <Figure shown={shown} parts={parts} />
        )
      case 'bar':
        return breakdown ? (
          <Bars shown={shown} parts={parts} />
        ) : (
          <TimeColumns shown={shown} parts={parts} size={size} />
        )
      case 'line':
      case 'area': {
        // One moment makes no line.
        if (new Set(parts[0]?.points.map(moment)).size < 2)
          return breakdown ? <Bars shown={shown} parts={parts} /> : <Figure shown={shown} parts={parts} />
        // Without room for names beside the lines they stand under them.
        const under = breakdown && legend && size.width < 340
        const own = under ? { ...size, height: Math.max(60, size.height * 0.6) } : size
        const chart = <Lines shown={shown} parts={parts} size={own} area={shown.chart_type === 'area'} />
        return under ? (
          <div className="flex size-full flex-col">
            <div style={{ height: own.height }} className="shrink-0">
              {chart}
            </div>
            <div className="min-h-0 grow">
              <Legend parts={parts} lines={shown.chart_type === 'line'} />
            </div>
          </div>
        ) : (
          chart
        )
      }
      case 'gauge':
        return breakdown ? (
          <Bars shown={shown} parts={parts} />
        ) : (
          <Gauge shown={shown} parts={parts} size={size} />
        )
      case 'sparkline':
        return (
          <div className="flex size-full flex-col">
            <div className="h-19 shrink-0">
              <Figure shown={shown} parts={parts} spark={false} />
            </div>
            <div className="min-h-0 grow">
              <Lines
                shown={shown}
                parts={parts}
                size={{ ...size, height: Math.max(20, size.height - 76) }}
                bare
              />
            </div>
          </div>
        )
      default:
        return <Figure shown={shown} parts={parts} />
    }
  }
  return (
    <div ref={ref} className="size-full min-h-0 overflow-hidden">
      {draw()}
    </div>
  )
}
