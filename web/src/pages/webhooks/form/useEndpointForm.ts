/** The state of the endpoint form: the values, whether they can be sent, and the result. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiError } from '@/api/client'
import type { Resource, Row } from '@/api/model'
import { useWrite } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { toast } from '@/ui/Toast'
import { ENDPOINTS } from '../api'
import { body, type EndpointValues } from './endpointValues'

export interface Given {
  resource: Resource
  start: EndpointValues
  /** Left out for a new endpoint. */
  id?: string
  etag?: string | null
}

/** What each part of the form reads and changes. */
export interface FormState {
  resource: Resource
  isNew: boolean
  /** Whether another address than the stored one is typed in. */
  isRepointed: boolean
  values: EndpointValues
  errors: Record<string, string[]>
  set: (change: Partial<EndpointValues>) => void
}

/** Fields beside which the form has room for an error; of others it is told at the top. */
const SHOWN = new Set([
  'name',
  'url',
  'event_types',
  'payload_format',
  'sign_mode',
  'secret',
  'headers',
  'timeout',
  'max_in_flight',
  'target_folders',
  'folder',
  'description',
])

export function useEndpointForm({ resource, start, id, etag }: Given) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const write = useWrite(ENDPOINTS)
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const dirty = useRef(false)
  const isNew = !id
  const isRepointed = !isNew && values.url.trim() !== start.url

  const set = (change: Partial<EndpointValues>) => {
    dirty.current = true
    setValues(now => ({ ...now, ...change }))
    setErrors(now => {
      const names = Object.keys(change).map(name => (name === 'events' ? 'event_types' : name))
      return Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name)))
    })
  }
  const leave = (to: string) => {
    dirty.current = false
    void navigate({ to, replace: true })
  }
  const focusError = () =>
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"] input')?.focus(),
    )
  const check = () => {
    const wrong: Record<string, string[]> = {}
    if (!/^https?:\/\/\S+$/i.test(values.url.trim())) wrong.url = [t('webhooks.form.urlNeeded')]
    if (values.events.size === 0) wrong.event_types = [t('webhooks.form.eventsNeeded')]
    if ((isNew || isRepointed) && values.secret === 'own' && !values.ownSecret.trim().startsWith('whsec_'))
      wrong.secret = [t('webhooks.form.secretNeeded')]
    setErrors(wrong)
    return Object.keys(wrong).length === 0
  }
  const save = async () => {
    setGeneral(null)
    if (!check()) return focusError()
    try {
      const row = await write.mutateAsync({ id, values: body(values, isNew || isRepointed), etag })
      dirty.current = false
      client.removeQueries({ queryKey: ['item', ENDPOINTS, row.id, 'object'] })
      const secret = (row as Row & { secret?: string }).secret
      if (secret) return setMade({ id: row.id, secret })
      toast.good(t(isNew ? 'form.created' : 'form.saved', { name: String(row.name) }))
      leave(`/${ENDPOINTS}/${row.id}`)
    } catch (error) {
      if (error instanceof ApiError && error.problem.errors) {
        setErrors(error.problem.errors)
        const rest = Object.entries(error.problem.errors).filter(([name]) => !SHOWN.has(name))
        setGeneral(rest.flatMap(([, messages]) => messages).join(' ') || null)
        focusError()
      } else if (error instanceof ApiError && error.status === 412) setGeneral(t('webhooks.form.stale'))
      else setGeneral(error instanceof Error ? error.message : String(error))
    }
  }

  const state: FormState = { resource, isNew, isRepointed, values, errors, set }
  return { state, form, general, made, save, leave, isPending: write.isPending, isDirty: () => dirty.current }
}
