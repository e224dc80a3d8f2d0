/** The same change to any number of objects, with progress, cancelling, an exact count and undo. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { get } from '@/api/client'
import { draft } from '@/api/draft'
import { type Batch, type BatchResult, batch, type Page, refresh } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { toast } from '@/ui/Toast'
import { inTurn, type Outcome, type Portion, type Progress, portionsOf } from './portions'

export interface Running extends Progress {
  /** Key of the words that say what goes on. */
  words: string
  stopping: boolean
}

/** What to report at the end, if not everything could be done. */
export interface Report {
  outcome: Outcome
  total: number
}

/** What was done together, and when: enough to undo it. */
interface Done {
  ids: string[]
  at: string
  /** What takes back the change that came first. */
  also?: Batch
}

/** A field that changes from one value to another in some of the objects. */
interface Step {
  ids: string[]
  field: string
  from: unknown
  to: unknown
}

interface Wanted extends Omit<Batch, 'ids' | 'action'> {
  /** What the server does to each batch, or another way to do it. */
  action: Batch['action'] | ((ids: string[]) => Promise<BatchResult>)
  /** Key of the words while it goes on. */
  doing: string
  /** Key of the words when it is done. */
  done: string
  undoable: boolean
  /** What has to change with it, and in which of these; it is undone together with it. */
  first?: (ids: string[]) => Step
}

export function useBulk(path: string) {
  const client = useQueryClient()
  const { t } = useTranslation()
  const [running, setRunning] = useState<Running | null>(null)
  const [report, setReport] = useState<Report | null>(null)
  const stop = useRef<AbortController | null>(null)

  const run = async (
    words: string,
    portions: string[][],
    act: (ids: string[], at: number) => Promise<Portion>,
  ) => {
    const ending = new AbortController()
    stop.current = ending
    setRunning({ words, done: 0, failed: 0, total: portions.flat().length, stopping: false })
    const tell = (progress: Progress) => setRunning(now => now && { ...now, ...progress })
    const outcome = await inTurn(portions, act, tell, ending.signal)
    setRunning(null)
    await refresh(client)
    return outcome
  }
  const undo = async (done: Done[]) => {
    const portions = done.map(one => one.ids)
    const outcome = await run('list.bulk.undoing', portions, async (ids, at) => {
      const answer = await batch(path, { action: 'restore', ids, before: done[at]?.at })
      const also = done[at]?.also
      if (also) await batch(path, also)
      return answer
    })
    if (outcome.failed.length + outcome.left.length === 0) toast.good(t('common.undone'))
    else setReport({ outcome, total: portions.flat().length })
    return outcome
  }
  const start = async (
    ids: string[],
    { doing, done: words, undoable, first, action: wanted, ...body }: Wanted,
  ): Promise<Outcome> => {
    const done: Done[] = []
    const outcome = await run(doing, portionsOf(ids), async some => {
      const { ids: early = [], field, from, to } = first?.(some) ?? {}
      const action = 'change_field'
      if (early.length > 0) await batch(path, { action, ids: early, field, value: to })
      const answer =
        typeof wanted === 'function'
          ? await wanted(some)
          : await batch(path, { ...body, action: wanted, ids: some })
      const ids = answer.succeeded.map(one => one.id)
      const also = early.length > 0 ? ({ action, ids: early, field, value: from } as const) : undefined
      if (ids.length > 0) done.push({ ids, at: answer.at, also })
      return answer
    })
    const count = outcome.succeeded.length
    // A draft has no history to go back in; its steps can be removed.
    const back = undoable && !draft() ? { label: t('common.undo'), run: () => void undo(done) } : undefined
    if (count > 0) toast.good(t(words, { count }), back)
    if (outcome.failed.length + outcome.left.length > 0) setReport({ outcome, total: ids.length })
    return outcome
  }
  return {
    running,
    report,
    start,
    undo,
    cancel: () => {
      stop.current?.abort()
      setRunning(now => now && { ...now, stopping: true })
    },
    dismiss: () => setReport(null),
  }
}

/** As many as the server gives at once. */
const MOST = 5000

/** The ids of everything that a list shows, loaded or not. */
export async function matchingIds(path: string, params: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let count = 1; ids.length < count; ) {
    const page = await get<Page>(`${path}/`, { ...params, fields: 'id', limit: MOST, offset: ids.length })
    count = page.count
    if (page.results.length === 0) break
    ids.push(...page.results.map(row => row.id))
  }
  return ids
}
