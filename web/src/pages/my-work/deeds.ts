/** What can be done about work without opening it: complete it, put it off, hand it over. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { request } from '@/api/client'
import { isRef, type Model, type Row, useModel } from '@/api/model'
import { refresh } from '@/api/objects'
import { type CurrentUser, may, useUser } from '@/api/user'
import { formatShortDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { toast } from '@/ui/Toast'
import { changedValues } from '../board/useMove'
import { keyOf, useSnoozed } from './snooze'
import type { Work } from './work'

/**
 * The status in which nothing is left to do. What is missing here needs more than a key: a file, a decision, a conclusion. Its
 * own page asks for it.
 */
const DONE: Record<string, { why: string; status: string }> = {
  'task-nodes': { why: 'work.why.task', status: 'completed' },
  'applied-controls': { why: 'work.why.implementation', status: 'active' },
  findings: { why: 'work.why.remediation', status: 'resolved' },
  incidents: { why: 'work.why.incident', status: 'resolved' },
  'organisation-objectives': { why: 'work.why.objective', status: 'achieved' },
}

const actorsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isRef).map(one => one.id) : [])

const mayChange = (model: Model, user: CurrentUser, resource: string, folder?: string) => {
  const found = model.resources[resource]
  return !!found && !found.read_only && may(user, `change_${found.model}`, folder)
}

/** The status that completes it, for those who may set it. */
export function doneStatus(model: Model, user: CurrentUser, item: Work): string | undefined {
  const done = DONE[item.resource]
  if (done?.why !== item.why) return undefined
  // People complete the tasks that are assigned to them, whatever else they may change.
  const own =
    item.resource === 'task-nodes' &&
    !model.resources['task-nodes']?.read_only &&
    actorsOf(item.row?.assigned_to).some(id => user.all_actor_ids.includes(id))
  return own || mayChange(model, user, item.resource, item.folder?.id) ? done.status : undefined
}

/** The record and the field that say whose it is, for those who may change it. */
export function assignment(model: Model, user: CurrentUser, item: Work) {
  if (!item.by) return undefined
  const task = item.row?.task_template
  const target = isRef(task)
    ? { resource: 'task-templates', id: task.id }
    : { resource: item.resource, id: item.id }
  return mayChange(model, user, target.resource, item.folder?.id) ? { ...target, field: item.by } : undefined
}

/** Sets a status, and gives what sets back everything that changed with it. */
async function setStatus(model: Model, item: Work, status: string): Promise<() => Promise<unknown>> {
  const path = `${item.resource}/${item.id}/`
  if (item.resource === 'task-nodes') {
    const set = (status: unknown) => request(`${path}set_status/`, { method: 'POST', body: { status } })
    await set(status)
    return () => set(item.row?.status)
  }
  const resource = model.resources[item.resource]
  const before = await request<Row>(`${path}object/`)
  const guard = (etag: string | null | undefined) => (etag ? { 'if-match': etag } : undefined)
  const after = await request<Row>(path, {
    method: 'PATCH',
    body: { status },
    headers: guard(before.etag),
  })
  return () => {
    const body = resource ? changedValues(resource, before.data, after.data) : {}
    return request(path, { method: 'PATCH', body, headers: guard(after.etag) })
  }
}

/** Completed items stay where they were, struck through, until the page is left. */
export function useDeeds() {
  const { t } = useTranslation()
  const model = useModel()
  const user = useUser()
  const client = useQueryClient()
  const snoozed = useSnoozed()
  const [done, setDone] = useState<ReadonlyMap<string, Work>>(new Map())
  /** How to undo what was done, the latest last. */
  const undos = useRef<{ key: string; run: () => void }[]>([])

  const forget = useCallback((key: string) => {
    setDone(now => {
      const next = new Map(now)
      next.delete(key)
      return next
    })
    undos.current = undos.current.filter(one => one.key !== key)
  }, [])

  const undoable = (key: string, text: string, back: () => void) => {
    const run = () => {
      // The button of the notice and the key may both ask for it.
      if (!undos.current.some(one => one.run === run)) return
      forget(key)
      back()
    }
    undos.current = [...undos.current.filter(one => one.key !== key), { key, run }]
    toast.good(text, { label: t('common.undo'), run })
  }

  const complete = async (item: Work) => {
    const status = doneStatus(model, user, item)
    const key = keyOf(item)
    if (!status || done.has(key)) return
    setDone(now => new Map(now).set(key, item))
    try {
      const back = await setStatus(model, item, status)
      undoable(key, t('myWork.completed', { name: item.name }), () => {
        void back()
          .then(() => toast.good(t('common.undone')), toast.bad)
          .finally(() => void refresh(client))
      })
    } catch (error) {
      forget(key)
      toast.bad(error)
    }
    await refresh(client)
  }

  const putOff = (item: Work, until: string) => {
    const before = snoozed.until(item) ?? null
    snoozed.set(item, until)
    const text = t('myWork.snoozedUntil', { name: item.name, day: formatShortDay(until) })
    undoable(keyOf(item), text, () => snoozed.set(item, before))
  }

  return {
    done,
    complete: (item: Work) => void complete(item),
    putOff,
    bringBack: (item: Work) => snoozed.set(item, null),
    undo: (key?: string) => (key ? undos.current.find(one => one.key === key) : undos.current.at(-1))?.run(),
    canComplete: (item: Work) => !!doneStatus(model, user, item),
    assignmentOf: (item: Work) => assignment(model, user, item),
    snoozedUntil: snoozed.until,
  }
}

export type Deeds = ReturnType<typeof useDeeds>
