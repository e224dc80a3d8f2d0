/**
 * The whole panel takes what is dropped on it: files become evidence, and the links of controls and evidence, dragged
 * from another window or list, link those records.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { batch, refresh } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { toast } from '@/ui/Toast'
import { ROWS } from '../api'

/** The fields of a row that take records, by the address of those. */
const FIELDS: Record<string, string> = { 'applied-controls': 'applied_controls', evidences: 'evidences' }

export interface Linked {
  field: string
  id: string
}

/** The records that links lead to; anything else is left out. */
export function recordsIn(links: string, origin: string): Linked[] {
  return links.split(/\s+/).flatMap(link => {
    if (!link.startsWith(`${origin}/`)) return []
    const [path = '', id = ''] = new URL(link).pathname.slice(1).split('/')
    const field = Object.hasOwn(FIELDS, path) ? FIELDS[path] : undefined
    return field && /^[0-9a-f-]{36}$/i.test(id) ? [{ field, id }] : []
  })
}

/** Whether something is being held over the panel. */
export function usePanelDrop(
  place: RefObject<HTMLElement | null>,
  row: string,
  onFiles: (files: File[]) => void,
): boolean {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [over, setOver] = useState(false)
  const latest = useRef({ row, onFiles, t })
  latest.current = { row, onFiles, t }
  useEffect(() => {
    const panel = place.current?.closest<HTMLElement>('[data-panel]')
    if (!panel) return
    const link = async (found: Linked[]) => {
      try {
        for (const { field, id } of found) {
          const body = { action: 'add_to_field' as const, ids: [latest.current.row], field, value: [id] }
          const [failed] = (await batch(ROWS, body)).failed
          if (failed) throw new Error(failed.error)
        }
        toast.good(latest.current.t('audit.linked', { count: found.length }))
      } catch (error) {
        toast.bad(error)
      }
      void refresh(client)
    }
    const onOver = (event: DragEvent) => {
      const types = event.dataTransfer?.types ?? []
      if (!types.includes('Files') && !types.includes('text/uri-list')) return
      event.preventDefault()
      setOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (!panel.contains(event.relatedTarget as Node | null)) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setOver(false)
      // The box for files has taken it already.
      if (event.defaultPrevented) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      const found = recordsIn(event.dataTransfer?.getData('text/uri-list') ?? '', window.location.origin)
      if (files.length > 0) latest.current.onFiles(files)
      else if (found.length > 0) void link(found)
    }
    panel.addEventListener('dragover', onOver)
    panel.addEventListener('dragleave', onLeave)
    panel.addEventListener('drop', onDrop)
    return () => {
      panel.removeEventListener('dragover', onOver)
      panel.removeEventListener('dragleave', onLeave)
      panel.removeEventListener('drop', onDrop)
    }
  }, [place, client])
  return over
}
