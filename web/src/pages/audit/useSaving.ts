/**
 * Saving what is set in the list: it shows at once, goes back if the server refuses, and can be undone for a
 * minute. A value that someone else has changed in the meantime is not overwritten.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { request } from '@/api/client'
import type { Row } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { toast } from '@/ui/Toast'
import { AUDITS, ROWS, treeQuery } from './api'
import { type Node, nameOf, type Told, withChange } from './model/tree'

/** The values of a requirement that are set in the list. */
export type Values = Partial<Pick<Told, 'result' | 'is_scored' | 'score' | 'status' | 'extended_result'>>

export interface Saving {
  set: (node: Node, values: Values) => void
  /** When something was last saved here. */
  savedAt: string | null
  /** How many changes are on their way. */
  pending: number
  undo: (() => void) | null
}

const UNDO_FOR = 60_000
/** Totals are asked for once nobody has changed anything for a moment. */
const PAUSE = 800

const pick = (from: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.map(name => [name, from[name] ?? null]))

export function useSaving(audit: string): Saving {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [pending, setPending] = useState(0)
  const [last, setLast] = useState<{ node: Node; before: Values } | null>(null)
  const queues = useRef(new Map<string, Promise<unknown>>())
  const underWay = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = useCallback(
    (id: string, values: Values) =>
      client.setQueryData(treeQuery(audit).queryKey, tree => tree && withChange(tree, id, values)),
    [client, audit],
  )
  const recount = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (underWay.current > 0) return
      void client.invalidateQueries({ queryKey: ['item', AUDITS, audit] })
      void client.invalidateQueries({ queryKey: ['item', ROWS] })
      void client.invalidateQueries({ queryKey: ['list'] })
    }, PAUSE)
  }, [client, audit])
  useEffect(() => () => clearTimeout(timer.current), [])

  const send = useCallback(
    async (node: Node, before: Values, after: Values) => {
      const path = `${ROWS}/${node.ra_id}/`
      const now = await request<Row>(`${path}object/`)
      const names = Object.keys(after)
      if (JSON.stringify(pick(now.data, names)) !== JSON.stringify(pick(before, names)))
        throw new Error(t('audit.changedMeanwhile', { name: node.ref_id || nameOf(node) }))
      const headers = now.etag ? { 'if-match': now.etag } : undefined
      await request(path, { method: 'PATCH', body: after, headers })
    },
    [t],
  )
  const write = useCallback(
    (node: Node, before: Values, after: Values, onSaved: () => void) => {
      void client.cancelQueries({ queryKey: treeQuery(audit).queryKey })
      show(node.id, after)
      underWay.current += 1
      setPending(underWay.current)
      const ready = queues.current.get(node.id) ?? Promise.resolve()
      const sent = ready
        .then(() => send(node, before, after))
        .then(
          () => {
            setSavedAt(new Date().toISOString())
            onSaved()
          },
          error => {
            show(node.id, before)
            toast.bad(error)
          },
        )
        .finally(() => {
          underWay.current -= 1
          setPending(underWay.current)
          if (queues.current.get(node.id) === sent) queues.current.delete(node.id)
          recount()
        })
      queues.current.set(node.id, sent)
    },
    [client, audit, show, send, recount],
  )
  const set = useCallback(
    (node: Node, values: Values) => {
      const before = pick(node as unknown as Record<string, unknown>, Object.keys(values)) as Values
      if (JSON.stringify(before) === JSON.stringify(values)) return
      write(node, before, values, () => setLast({ node: { ...node, ...values }, before }))
    },
    [write],
  )
  useEffect(() => {
    if (!last) return
    const end = setTimeout(() => setLast(null), UNDO_FOR)
    return () => clearTimeout(end)
  }, [last])
  const undo = last
    ? () => {
        setLast(null)
        const after = pick(
          last.node as unknown as Record<string, unknown>,
          Object.keys(last.before),
        ) as Values
        write(last.node, after, last.before, () => toast.good(t('common.undone')))
      }
    : null
  return { set, savedAt, pending, undo }
}
