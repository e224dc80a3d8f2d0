/**
 * Moving a card: it appears in its new column immediately, and returns to the old one if the server
 * refuses. Undo restores everything that the move changed, including what the server changed with it.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { request } from '@/api/client'
import { type Key, type Resource, type Row, title } from '@/api/model'
import { refresh } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { toast } from '@/ui/Toast'
import { statusField } from './statuses'

export interface Moved {
  row: Row
  to: Key
}

/** Values that a write changed and that can be written back. */
export function changedValues(resource: Resource, before: Row, after: Row): Record<string, unknown> {
  const changed = resource.fields.filter(
    field =>
      !field.read_only &&
      !field.immutable &&
      field.name in after &&
      JSON.stringify(before[field.name] ?? null) !== JSON.stringify(after[field.name] ?? null),
  )
  return Object.fromEntries(changed.map(field => [field.name, before[field.name] ?? null]))
}

export function useMove(resource: Resource) {
  const { t } = useTranslation()
  const labels = useLabels()
  const client = useQueryClient()
  const [moved, setMoved] = useState<ReadonlyMap<string, Moved>>(new Map())
  const last = useRef(new Map<string, Promise<void>>())

  const send = useCallback(
    async (row: Row, to: Key) => {
      const field = statusField(resource)
      const choice = field.choices?.find(choice => choice.key === to)
      const path = `${resource.path}/${row.id}/`
      const name = title(row, resource)
      try {
        // The board has no ETag: read the object again, and refuse to overwrite a change that nobody here
        // has seen.
        const before = await request<Row>(`${path}object/`)
        if (before.data.status !== row.status) throw new Error(t('board.movedMeanwhile', { name }))
        const headers = before.etag ? { 'if-match': before.etag } : undefined
        const after = await request<Row>(path, { method: 'PATCH', body: { status: to }, headers })
        const undo = () => {
          const body = changedValues(resource, before.data, after.data)
          const headers = after.etag ? { 'if-match': after.etag } : undefined
          void request(path, { method: 'PATCH', body, headers })
            .then(() => toast.good(t('common.undone')), toast.bad)
            .finally(() => void refresh(client))
        }
        const status = choice ? labels.choice(resource, field, choice) : String(to)
        toast.good(t('board.moved', { name, status }), { label: t('common.undo'), run: undo })
      } catch (error) {
        toast.bad(error)
      }
    },
    [resource, client, labels, t],
  )
  const move = useCallback(
    async (row: Row, to: Key) => {
      if (row.status === to) return
      const mine: Moved = { row: { ...row, status: to }, to }
      setMoved(now => new Map(now).set(row.id, mine))
      // A card that is moved again before the server has responded goes there afterwards.
      const sent = (last.current.get(row.id) ?? Promise.resolve()).then(() => send(row, to))
      last.current.set(row.id, sent)
      await sent
      if (last.current.get(row.id) === sent) last.current.delete(row.id)
      await refresh(client)
      setMoved(now => {
        if (now.get(row.id) !== mine) return now
        const next = new Map(now)
        next.delete(row.id)
        return next
      })
    },
    [send, client],
  )
  return { moved, move }
}
