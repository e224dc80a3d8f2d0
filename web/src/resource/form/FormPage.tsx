/** The page of a form: a new object, or one to change. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { ApiError } from '@/api/client'
import { type Resource, title, useModel } from '@/api/model'
import { itemQuery, objectQuery } from '@/api/objects'
import { useUser } from '@/api/user'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { PageHeader } from '@/shell/PageHeader'
import { Failed, Loading } from '@/ui/States'
import { to } from '../address'
import { crumbsOf } from '../detail/crumbs'
import { NotFound } from '../ResourcePage'
import { draftKey, dropDraft } from './drafts'
import { givenValues } from './fields'
import { ResourceForm } from './ResourceForm'

interface Props {
  resource: Resource
  id?: string
  /** What a new object begins with. */
  begin?: Record<string, unknown>
}

export default function FormPage({ resource, id, begin }: Props) {
  return id ? <Edit resource={resource} id={id} /> : <New resource={resource} begin={begin} />
}

function New({ resource, begin }: Omit<Props, 'id'>) {
  const { t } = useTranslation()
  const labels = useLabels()
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const given = useMemo(() => ({ ...begin, ...givenValues(resource, search) }), [resource, search, begin])
  return (
    <Frame
      resource={resource}
      title={t('form.newTitle', { name: labels.one(resource) })}
      crumbs={[{ label: labels.plural(resource), to: to.list(resource.path) }]}
      given={given}
    />
  )
}

function Edit({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const object = useQuery({
    ...objectQuery(resource.path, id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const item = useQuery(itemQuery(resource.path, id))
  const [first] = [useRef(object.data)]
  if (!first.current) first.current = object.data
  if (object.error && !object.data) {
    const gone = object.error instanceof ApiError && object.error.status === 404
    return gone ? <NotFound /> : <Failed error={object.error} retry={() => void object.refetch()} />
  }
  if (!first.current || item.isPending) return <Loading />
  const name = item.data ? title(item.data, resource) : ''
  return (
    <Frame
      resource={resource}
      title={t('form.editTitle', { name })}
      crumbs={[
        ...crumbsOf(model, resource, item.data ?? null, labels),
        { label: name, to: to.item(resource.path, id) },
      ]}
      object={first.current}
    />
  )
}

interface FrameProps {
  resource: Resource
  title: string
  crumbs: { label: string; to?: string }[]
  object?: React.ComponentProps<typeof ResourceForm>['object']
  given?: Record<string, unknown>
}

function Frame({ resource, title, crumbs, object, given }: FrameProps) {
  const navigate = useNavigate()
  const router = useRouter()
  const dirty = useRef(false)
  const setDirty = useCallback((now: boolean) => {
    dirty.current = now
  }, [])
  const [round, setRound] = useState(0)
  const draft = draftKey(useUser().id, resource, object?.data.id)
  const leave = () => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: object ? to.item(resource.path, object.data.id) : to.list(resource.path) })
  }
  return (
    <div className="w-full max-w-4xl pb-2">
      <PageHeader title={title} crumbs={crumbs} />
      <div className="px-5 pt-3 lg:px-8">
        <ResourceForm
          key={round}
          resource={resource}
          object={object}
          given={given}
          draft={draft}
          repeat={!object}
          onDirty={setDirty}
          onCancel={leave}
          onSaved={(row, again) => {
            dirty.current = false
            if (again) setRound(now => now + 1)
            else void navigate({ to: to.item(resource.path, row.id), replace: true })
          }}
        />
      </div>
      <LeaveGuard isDirty={() => dirty.current} onLeave={() => dropDraft(draft)} />
    </div>
  )
}
