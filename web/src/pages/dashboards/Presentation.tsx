/**
 * A dashboard on a whole screen, for a meeting or a wall: nothing but the numbers, as large as the screen allows, brought up to
 * date every few minutes. Esc leaves it.
 */
import { Minimize2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { wayBack } from '@/ui/focus'
import type { Dashboard, Shown, Widget } from './api'
import { useFilterWords } from './Filters'
import { GAP, Grid, ROW } from './Grid'
import { type Box, bottom } from './places'
import { WidgetCard } from './WidgetCard'

interface Props {
  dashboard: Dashboard
  boxes: Box[]
  widgets: Widget[]
  shown: Map<string, Shown>
  refresh: () => void
  onClose: () => void
}

const EVERY = 5 * 60_000
/** Over and under the grid, in pixels. */
const AROUND = 112

const rowFor = (rows: number) =>
  Math.max(ROW, Math.floor((window.innerHeight - AROUND - (rows - 1) * GAP) / Math.max(1, rows)))

export function Presentation({ dashboard, boxes, widgets, shown, refresh, onClose }: Props) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const words = useFilterWords(dashboard)
  const rows = bottom(boxes)
  const [row, setRow] = useState(() => rowFor(rows))
  const latest = useRef({ refresh, onClose })
  latest.current = { refresh, onClose }
  useEffect(() => {
    const element = dialog.current
    const goBack = wayBack()
    element?.showModal()
    // Where the browser has no full screen, as on some phones, the page fills its window.
    const entered = document.documentElement.requestFullscreen?.().catch(() => undefined)
    const left = () => document.fullscreenElement === null && latest.current.onClose()
    void entered?.then(() => document.addEventListener('fullscreenchange', left))
    const clock = setInterval(() => latest.current.refresh(), EVERY)
    return () => {
      clearInterval(clock)
      document.removeEventListener('fullscreenchange', left)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
      element?.close()
      goBack()
    }
  }, [])
  useEffect(() => {
    const resize = () => setRow(rowFor(rows))
    resize()
    window.addEventListener('resize', resize)
    return () => window.removeEventListener('resize', resize)
  }, [rows])
  return (
    <dialog
      ref={dialog}
      aria-label={dashboard.name}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      className="m-0 h-dvh w-screen overflow-y-auto bg-bg text-ink"
    >
      <div className="px-8 pt-5 pb-8">
        <header className="mb-4 flex items-baseline gap-4">
          <h1 className="min-w-0 truncate text-2xl">{dashboard.name}</h1>
          <p className="min-w-0 grow truncate text-ink-soft">{words}</p>
          <Button
            look="quiet"
            icon={<Minimize2 size={16} />}
            label={t('dashboard.leaveFullScreen')}
            onClick={onClose}
          />
        </header>
        <Grid boxes={boxes} row={row} name={() => ''}>
          {id => {
            const widget = widgets.find(one => one.id === id)
            return widget && <WidgetCard bare widget={widget} shown={shown.get(id)} retry={refresh} />
          }}
        </Grid>
      </div>
    </dialog>
  )
}
