/**
 * Changing a dashboard where it stands: places are saved while one drags, and everything can be undone, one step after another.
 * What is shown runs ahead of the server; if that refuses, the page goes back to what is stored.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { request } from '@/api/client'
import { type Row, useModel } from '@/api/model'
import { toast } from '@/ui/Toast'
import { DASHBOARDS, WIDGETS, type Widget, widgetsQuery } from './api'
import { arrange, type Box, different } from './places'

export const boxOf = (widget: Widget): Box => ({
  id: widget.id,
  x: widget.position_x,
  y: widget.position_y,
  w: widget.width,
  h: widget.height,
})

const placeOf = (box: Box) => ({ position_x: box.x, position_y: box.y, width: box.w, height: box.h })

/** Those that are there now, in the places that were chosen. */
const merged = (all: Box[], chosen: Box[]) =>
  arrange(all.map(box => chosen.find(one => one.id === box.id) ?? box))

interface Step {
  /** Steps in a row that belong together, such as the keys that move one widget, are undone together. */
  group?: string
  undo: () => Promise<unknown>
}

export interface Editing {
  boxes: Box[]
  /** Shows a layout that is not decided yet; null goes back. */
  preview: (boxes: Box[] | null) => void
  commit: (boxes: Box[], group?: string) => void
  add: (values: Record<string, unknown>) => Promise<void>
  change: (widget: Widget, values: Record<string, unknown>) => Promise<void>
  remove: (widget: Widget) => Promise<void>
  undo: () => void
  canUndo: boolean
  saving: boolean
}

export function useEditing(dashboard: string, widgets: Widget[]): Editing {
  const client = useQueryClient()
  const model = useModel()
  const stored = useMemo(() => arrange(widgets.map(boxOf)), [widgets])
  const [ahead, setAhead] = useState<Box[] | null>(null)
  const [shown, setShown] = useState<Box[] | null>(null)
  const [steps, setSteps] = useState<Step[]>([])
  const [saving, setSaving] = useState(false)
  const wanted = useRef<Box[] | null>(null)
  const busy = useRef(false)
  const latest = useRef(stored)
  const current = ahead ? merged(stored, ahead) : stored
  latest.current = current

  const reload = useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['list', WIDGETS] }),
        client.invalidateQueries({ queryKey: ['list', DASHBOARDS] }),
      ]),
    [client],
  )

  /** One request at a time; what was moved on meanwhile is saved as it lies then. */
  const save = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    const { queryKey } = widgetsQuery(dashboard)
    try {
      for (let target = wanted.current; target; target = wanted.current) {
        wanted.current = null
        const now = client.getQueryData(queryKey)?.results ?? []
        const known = target.filter(box => now.some(widget => widget.id === box.id))
        for (const box of different(now.map(boxOf), known)) {
          await request(`${WIDGETS}/${box.id}/`, { method: 'PATCH', body: placeOf(box) })
          client.setQueryData(queryKey, page =>
            page
              ? {
                  ...page,
                  results: page.results.map(one => (one.id === box.id ? { ...one, ...placeOf(box) } : one)),
                }
              : page,
          )
        }
      }
    } catch (error) {
      wanted.current = null
      toast.bad(error)
      await reload()
    } finally {
      busy.current = false
      setSaving(false)
      setAhead(null)
    }
  }, [client, dashboard, reload])

  const place = useCallback(
    (boxes: Box[]) => {
      setAhead(boxes)
      wanted.current = boxes
      void save()
    },
    [save],
  )

  const push = useCallback((step: Step) => setSteps(now => [...now.slice(-49), step]), [])

  const commit = useCallback(
    (boxes: Box[], group?: string) => {
      const before = latest.current
      setShown(null)
      if (different(before, boxes).length === 0) return
      setSteps(now =>
        group && now.at(-1)?.group === group
          ? now
          : [...now.slice(-49), { group, undo: async () => place(before) }],
      )
      place(boxes)
    },
    [place],
  )

  const create = useCallback(
    async (values: Record<string, unknown>) => {
      const { data } = await request<Row>(`${WIDGETS}/`, { method: 'POST', body: values })
      await reload()
      return data.id
    },
    [reload],
  )
  const erase = useCallback(
    async (id: string) => {
      await request(`${WIDGETS}/${id}/`, { method: 'DELETE' })
      await reload()
    },
    [reload],
  )

  const add = useCallback(
    async (values: Record<string, unknown>) => {
      const id = await create({ ...values, dashboard })
      push({ undo: () => erase(id) })
      // It may lie below what is in sight.
      requestAnimationFrame(() =>
        document.querySelector(`[data-widget="${id}"]`)?.scrollIntoView({ block: 'nearest' }),
      )
    },
    [create, erase, push, dashboard],
  )

  const change = useCallback(
    async (widget: Widget, values: Record<string, unknown>) => {
      const path = `${WIDGETS}/${widget.id}/`
      const { data: before } = await request<Row>(`${path}object/`)
      await request(path, { method: 'PATCH', body: values })
      await reload()
      const old = Object.fromEntries(Object.keys(values).map(name => [name, before[name] ?? null]))
      push({ undo: () => request(path, { method: 'PATCH', body: old }).then(reload) })
    },
    [push, reload],
  )

  const remove = useCallback(
    async (widget: Widget) => {
      const { data: before } = await request<Row>(`${WIDGETS}/${widget.id}/object/`)
      const fields = model.resources[WIDGETS]?.fields.filter(one => !one.read_only) ?? []
      const values = Object.fromEntries(
        fields.filter(one => one.name in before).map(one => [one.name, before[one.name]]),
      )
      await erase(widget.id)
      push({ undo: () => create(values) })
    },
    [erase, create, push, model],
  )

  const undo = useCallback(() => {
    const last = steps.at(-1)
    if (!last) return
    setSteps(steps.slice(0, -1))
    last.undo().catch(toast.bad)
  }, [steps])

  return {
    boxes: shown ?? current,
    preview: setShown,
    commit,
    add,
    change,
    remove: widget =>
      remove(widget)
        .catch(toast.bad)
        .then(() => undefined),
    undo,
    canUndo: steps.length > 0,
    saving,
  }
}

/** Ctrl-Z while a dashboard is edited, before what the notices would undo. */
export function useUndoKey(active: boolean, undo: () => void) {
  const latest = useRef(undo)
  latest.current = undo
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.key.toLowerCase() !== 'z' || document.querySelector('dialog[open]')) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
      event.preventDefault()
      event.stopImmediatePropagation()
      latest.current()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [active])
}
