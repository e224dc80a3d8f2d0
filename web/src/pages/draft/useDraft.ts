/**
 * A draft that is saved while it is edited. Changes show at once and are sent one after the other. If someone else
 * saved in between, they are made again on what that person left, unless they would overwrite it.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Answer, ApiError, OfflineError, request } from '@/api/client'
import { toast } from '@/ui/Toast'
import { DRAFTS, type Draft, draftQuery } from './api'
import type { Content } from './model/content'
import { applied, type Edit, onto } from './model/edits'

export interface Drafting {
  draft: Draft
  /** With what is not saved yet. */
  content: Content
  edit: (edit: Edit) => void
  /** Resolves when everything is saved. */
  saved: () => Promise<void>
  isDirty: () => boolean
  state: 'idle' | 'saving' | 'offline'
  savedAt: string | null
  /** Edits that would overwrite what someone else has saved; the person decides. */
  refused: Edit[]
  settle: (edit: Edit, mine: boolean) => void
}

const AGAIN = 4000

export function useDraft(answer: Answer<Draft>): Drafting {
  const client = useQueryClient()
  const { id } = answer.data
  const base = useRef(answer)
  const [edits, setEdits] = useState<Edit[]>([])
  const waiting = useRef<Edit[]>([])
  const running = useRef<Promise<void> | null>(null)
  const [state, setState] = useState<Drafting['state']>('idle')
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [refused, setRefused] = useState<Edit[]>([])
  const refuse = useCallback((some: Edit[]) => {
    if (some.length > 0) setRefused(now => [...now, ...some])
  }, [])
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  // What is fetched while something is on its way is older than what comes back.
  if (!running.current) base.current = answer

  const put = useCallback((next: Edit[]) => {
    waiting.current = next
    setEdits(next)
  }, [])
  const take = useCallback(
    (next: Answer<Draft>) => {
      base.current = next
      client.setQueryData(draftQuery(id).queryKey, next)
    },
    [client, id],
  )
  /** What someone else saved is shown, with the edits that leave it alone. */
  const rebase = useCallback(async () => {
    take(await request<Draft>(`${DRAFTS}/${id}/`))
    const { kept, refused } = onto(base.current.data.content, waiting.current)
    put(kept)
    refuse(refused)
  }, [id, put, refuse, take])
  const send = useCallback(
    async (sent: Edit[]) => {
      const content = applied(base.current.data.content, sent)
      const headers = base.current.etag ? { 'if-match': base.current.etag } : undefined
      const done = await request<Draft>(`${DRAFTS}/${id}/`, { method: 'PATCH', body: { content }, headers })
      // What comes back are raw values; what is worked out from them is asked for at the end.
      take({ data: { ...base.current.data, content: done.data.content }, etag: done.etag })
      put(waiting.current.filter(edit => !sent.includes(edit)))
      setSavedAt(new Date().toISOString())
    },
    [id, put, take],
  )
  const run = useCallback(async () => {
    setState('saving')
    while (waiting.current.length > 0) {
      const sent = waiting.current
      try {
        await send(sent).catch(error => {
          if (error instanceof ApiError && error.status === 412) return rebase()
          throw error
        })
      } catch (error) {
        if (error instanceof OfflineError && alive.current) {
          setState('offline')
          await new Promise(resolve => setTimeout(resolve, AGAIN))
          setState('saving')
        } else {
          // What the server refuses is taken back, and it says why.
          put(waiting.current.filter(edit => !sent.includes(edit)))
          toast.bad(error)
        }
      }
    }
    setState('idle')
    void client.invalidateQueries({ queryKey: ['list'] })
    void client.invalidateQueries({ queryKey: ['item', DRAFTS, id] })
  }, [client, id, put, rebase, send])
  const flush = useCallback((): Promise<void> => {
    running.current ??= run().finally(() => {
      running.current = null
    })
    return running.current
  }, [run])
  const edit = useCallback(
    (one: Edit) => {
      const now = applied(base.current.data.content, waiting.current)
      const whole = 'seen' in one ? one : { ...one, seen: one.replaces?.(now) }
      const { kept, refused } = onto(now, [whole])
      refuse(refused)
      if (kept.length === 0) return
      void client.cancelQueries({ queryKey: draftQuery(id).queryKey })
      put([...waiting.current, ...kept])
      void flush()
    },
    [client, flush, id, put, refuse],
  )
  const content = useMemo(() => applied(answer.data.content, edits), [answer.data.content, edits])
  return {
    draft: answer.data,
    content,
    edit,
    saved: flush,
    isDirty: useCallback(() => waiting.current.length > 0, []),
    state,
    savedAt,
    refused,
    settle: (one, mine) => {
      setRefused(now => now.filter(other => other !== one))
      const { seen: _, ...again } = one
      if (mine) edit(again)
    },
  }
}
