/** A new endpoint, or one to change. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { ApiError } from '@/api/client'
import { useDomain, useDomains } from '@/api/domains'
import { type Resource, useModel } from '@/api/model'
import { objectQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { NotFound } from '@/resource/ResourcePage'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { FormFoot } from '@/ui/FormFoot'
import { ShownOnce } from '@/ui/ShownOnce'
import { Failed, Loading } from '@/ui/States'
import { sendKey } from '@/ui/sendKey'
import { ENDPOINTS, endpointQuery } from '../api'
import { FlagNotice } from '../FlagNotice'
import { newValues, storedValues } from './endpointValues'
import { HeaderEditor } from './HeaderEditor'
import { Limits, Scope } from './Limits'
import { MessagePreview } from './MessagePreview'
import { Part } from './Part'
import { Signature } from './Signature'
import { type Given, useEndpointForm } from './useEndpointForm'
import { Events, Payload, Receiver } from './What'

export default function EndpointForm() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const resource = useModel().resources[ENDPOINTS]
  if (!resource) return <NotFound />
  return id ? <Edit id={id} resource={resource} /> : <New resource={resource} />
}

function New({ resource }: { resource: Resource }) {
  const tree = useDomains()
  const domain = useDomain()
  return <Form resource={resource} start={newValues(domain?.uuid ?? tree.uuid)} />
}

function Edit({ id, resource }: { id: string; resource: Resource }) {
  const object = useQuery({ ...objectQuery(ENDPOINTS, id), refetchOnWindowFocus: false })
  const shown = useQuery({ ...endpointQuery(id), refetchInterval: false })
  // The form keeps what it began with.
  const first = useRef(object.data)
  first.current ??= object.data
  if (object.error && !first.current) {
    const gone = object.error instanceof ApiError && object.error.status === 404
    return gone ? <NotFound /> : <Failed error={object.error} retry={() => void object.refetch()} />
  }
  if (!first.current || !shown.data) return <Loading />
  return (
    <Form
      resource={resource}
      start={storedValues(first.current.data)}
      id={id}
      etag={first.current.etag}
      storedHeaders={shown.data.header_names}
    />
  )
}

interface Props extends Given {
  storedHeaders?: string[]
}

function Form({ storedHeaders = [], ...given }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { state, form, general, made, save, leave, isPending, isDirty } = useEndpointForm(given)
  const { values, errors, set, isNew } = state
  const { id, start } = given
  const title = isNew ? t('webhooks.form.newTitle') : t('form.editTitle', { name: start.name })
  return (
    <div className="w-full max-w-6xl">
      <PageHeader
        title={title}
        crumbs={[
          { label: t('settings.title') },
          { label: t('webhooks.title'), to: `/${ENDPOINTS}` },
          ...(id ? [{ label: start.name, to: `/${ENDPOINTS}/${id}` }] : []),
        ]}
      />
      <form
        ref={form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
        onKeyDown={sendKey(() => void save(), isPending)}
        className="grid gap-x-10 px-5 lg:px-8 xl:grid-cols-[minmax(0,1fr)_24rem]"
      >
        <div className="flex min-w-0 flex-col gap-8 pb-6">
          <FlagNotice />
          {general && (
            <Callout tone="bad" urgent>
              {general}
            </Callout>
          )}
          <Receiver {...state} />
          <Events {...state} />
          <Payload {...state} />
          <Signature {...state} />
          <Scope {...state} />
          <Part
            title={t('webhooks.form.headers')}
            help={t('webhooks.form.headersHelp')}
            invalid={errors.headers}
          >
            <HeaderEditor
              stored={storedHeaders}
              lines={values.headers}
              onChange={headers => set({ headers })}
            />
          </Part>
          <Limits {...state} />
        </div>
        <div className="min-w-0 max-xl:hidden">
          <div className="sticky top-6">
            <MessagePreview
              events={values.events}
              format={values.payload_format}
              mode={values.sign_mode}
              headerNames={values.headers?.map(line => line.name) ?? storedHeaders}
            />
          </div>
        </div>
        <FormFoot className="xl:col-span-2">
          <Button onClick={() => void navigate({ to: id ? `/${ENDPOINTS}/${id}` : `/${ENDPOINTS}` })}>
            {t('common.cancel')}
          </Button>
          <Button look="primary" type="submit" disabled={isPending}>
            {t(isNew ? 'webhooks.form.create' : 'common.save')}
          </Button>
        </FormFoot>
      </form>
      {made && (
        <ShownOnce
          title={t('webhooks.secret.madeTitle')}
          label={t('webhooks.secret.label')}
          secret={made.secret}
          warning={t('webhooks.secret.warning')}
          onClose={() => leave(`/${ENDPOINTS}/${made.id}`)}
        >
          <p className="text-ink-soft">{t(`webhooks.sign.${values.sign_mode}Key`)}</p>
        </ShownOnce>
      )}
      <LeaveGuard isDirty={isDirty} />
    </div>
  )
}
