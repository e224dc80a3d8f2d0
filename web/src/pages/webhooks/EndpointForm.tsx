/** A new endpoint, or one to change. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/api/client'
import { useDomain, useDomains } from '@/api/domains'
import { field, type Resource, type Row, useModel } from '@/api/model'
import { objectQuery, useWrite } from '@/api/objects'
import { Control } from '@/resource/form/Control'
import { NotFound } from '@/resource/ResourcePage'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { PageHeader } from '@/shell/PageHeader'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { FormField, useWiring } from '@/ui/Field'
import { ShownOnce } from '@/ui/ShownOnce'
import { Failed, Loading } from '@/ui/States'
import { Switch } from '@/ui/Switch'
import { sendKey } from '@/ui/sendKey'
import { toast } from '@/ui/Toast'
import { ENDPOINTS, endpointQuery, type PayloadFormat, type SignMode } from './api'
import { EventPicker } from './EventPicker'
import { body, type EndpointValues, nameFrom, newValues, storedValues } from './endpointValues'
import { FlagNotice } from './FlagNotice'
import { HeaderEditor } from './HeaderEditor'
import { MessagePreview } from './MessagePreview'

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

interface Props {
  resource: Resource
  start: EndpointValues
  id?: string
  etag?: string | null
  storedHeaders?: string[]
}

function Form({ resource, start, id, etag, storedHeaders = [] }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const model = useModel()
  const write = useWrite(ENDPOINTS)
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const dirty = useRef(false)
  const isPro = model.edition === 'pro'
  const isNew = !id

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
    if (isNew && values.secret === 'own' && !values.ownSecret.trim().startsWith('whsec_'))
      wrong.secret = [t('webhooks.form.secretNeeded')]
    setErrors(wrong)
    return Object.keys(wrong).length === 0
  }
  const save = async () => {
    setGeneral(null)
    if (!check()) return focusError()
    try {
      const row = await write.mutateAsync({ id, values: body(values, isNew), etag })
      dirty.current = false
      client.removeQueries({ queryKey: ['item', ENDPOINTS, row.id, 'object'] })
      const secret = (row as Row & { secret?: string }).secret
      if (isNew && secret) return setMade({ id: row.id, secret })
      toast.good(t(isNew ? 'form.created' : 'form.saved', { name: String(row.name) }))
      leave(`/${ENDPOINTS}/${row.id}`)
    } catch (error) {
      if (error instanceof ApiError && error.problem.errors) {
        setErrors(error.problem.errors)
        const known = ['name', 'url', 'event_types', 'payload_format', 'sign_mode', 'secret', 'headers']
        const rest = Object.entries(error.problem.errors).filter(
          ([name]) =>
            ![...known, 'timeout', 'max_in_flight', 'target_folders', 'folder', 'description'].includes(name),
        )
        setGeneral(rest.flatMap(([, messages]) => messages).join(' ') || null)
        focusError()
      } else if (error instanceof ApiError && error.status === 412) setGeneral(t('webhooks.form.stale'))
      else setGeneral(error instanceof Error ? error.message : String(error))
    }
  }

  const folders = field(resource, 'target_folders')
  const home = field(resource, 'folder')
  const title = isNew ? t('webhooks.form.newTitle') : t('form.editTitle', { name: start.name })
  return (
    <div className="mx-auto w-full max-w-6xl">
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
        onKeyDown={sendKey(() => void save(), write.isPending)}
        className="grid gap-x-10 px-5 lg:px-8 xl:grid-cols-[minmax(0,1fr)_24rem]"
      >
        <div className="flex min-w-0 flex-col gap-8 pb-6">
          <FlagNotice />
          {general && (
            <Callout tone="bad" urgent>
              {general}
            </Callout>
          )}
          <Part title={t('webhooks.form.receiver')}>
            <FormField
              label={t('webhooks.form.url')}
              help={t('webhooks.form.urlHelp')}
              errors={errors.url}
              required
            >
              <Text
                value={values.url}
                onChange={url => set({ url })}
                type="url"
                placeholder="https://hooks.example.com/cairn"
                autoFocus={isNew}
                mono
              />
            </FormField>
            <FormField label={t('webhooks.form.name')} errors={errors.name}>
              <Text
                value={values.name}
                onChange={name => set({ name })}
                placeholder={nameFrom(values.url) || t('webhooks.form.nameHint')}
              />
            </FormField>
          </Part>
          <Part
            title={t('webhooks.form.events')}
            help={t('webhooks.form.eventsHelp')}
            invalid={errors.event_types}
          >
            <EventPicker chosen={values.events} onChange={events => set({ events })} />
          </Part>
          <Part title={t('webhooks.form.payload')} invalid={errors.payload_format}>
            <ChoiceCards<PayloadFormat>
              label={t('webhooks.form.payload')}
              value={values.payload_format}
              onChange={payload_format => set({ payload_format })}
              choices={[
                { value: 'full', label: t('webhooks.payload.full'), help: t('webhooks.payload.fullHelp') },
                {
                  value: 'thin',
                  label: t('webhooks.payload.thin'),
                  help: (
                    <>
                      {t('webhooks.payload.thinHelp')}
                      {!isPro && <span className="mt-1 block text-info">{t('webhooks.payload.pro')}</span>}
                    </>
                  ),
                  badge: !isPro && <Badge tone="info">PRO</Badge>,
                  disabled: !isPro,
                },
              ]}
            />
          </Part>
          <Part
            title={t('webhooks.form.signature')}
            help={t('webhooks.form.signatureHelp')}
            invalid={errors.sign_mode}
          >
            <ChoiceCards<SignMode>
              label={t('webhooks.form.signature')}
              columns={3}
              value={values.sign_mode}
              onChange={sign_mode => set({ sign_mode })}
              choices={(['text', 'standard', 'both'] as const).map(value => ({
                value,
                label: t(`webhooks.sign.${value}`),
                help: t(`webhooks.sign.${value}Help`),
              }))}
            />
            {isNew && (
              <>
                <h3 className="-mb-1.5 font-medium">{t('webhooks.secret.label')}</h3>
                <ChoiceCards
                  label={t('webhooks.secret.label')}
                  value={values.secret}
                  onChange={secret => set({ secret })}
                  choices={[
                    {
                      value: 'generate',
                      label: t('webhooks.secret.generate'),
                      help: t('webhooks.secret.generateHelp'),
                    },
                    { value: 'own', label: t('webhooks.secret.own'), help: t('webhooks.secret.ownHelp') },
                  ]}
                />
                {values.secret === 'own' && (
                  <FormField label={t('webhooks.secret.label')} errors={errors.secret} required>
                    <Text
                      value={values.ownSecret}
                      onChange={ownSecret => set({ ownSecret })}
                      placeholder="whsec_…"
                      mono
                    />
                  </FormField>
                )}
              </>
            )}
          </Part>
          <Part title={t('webhooks.form.scope')} help={t('webhooks.form.scopeHelp')}>
            {folders && (
              <FormField label={t('webhooks.form.domains')} errors={errors.target_folders}>
                <Control
                  resource={resource}
                  field={{ ...folders, label: t('webhooks.form.domains') }}
                  value={values.target_folders}
                  onChange={chosen => set({ target_folders: chosen as string[] })}
                />
              </FormField>
            )}
            {values.target_folders.length > 0 && (
              <FormField label={t('webhooks.form.below')}>
                <Switch
                  checked={values.include_subfolders}
                  onChange={include_subfolders => set({ include_subfolders })}
                />
              </FormField>
            )}
          </Part>
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
          <Part title={t('webhooks.form.limits')}>
            <div className="grid gap-4 sm:grid-cols-2">
              <FormField
                label={t('webhooks.form.timeout')}
                help={t('webhooks.form.timeoutHelp')}
                errors={errors.timeout}
              >
                <Text
                  value={values.timeout}
                  onChange={timeout => set({ timeout })}
                  type="number"
                  min={1}
                  max={30}
                />
              </FormField>
              <FormField
                label={t('webhooks.form.inFlight')}
                help={t('webhooks.form.inFlightHelp')}
                errors={errors.max_in_flight}
              >
                <Text
                  value={values.max_in_flight}
                  onChange={max_in_flight => set({ max_in_flight })}
                  type="number"
                  min={1}
                  max={64}
                />
              </FormField>
              {home && (
                <FormField
                  label={t('webhooks.form.folder')}
                  help={t('webhooks.form.folderHelp')}
                  errors={errors.folder}
                >
                  <Control
                    resource={resource}
                    field={home}
                    value={values.folder}
                    onChange={folder => set({ folder: String(folder) })}
                  />
                </FormField>
              )}
            </div>
          </Part>
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
        <div
          data-no-print
          className="sticky bottom-0 z-10 flex flex-wrap justify-end gap-2 border-line border-t bg-surface py-3 xl:col-span-2"
        >
          <Button onClick={() => void navigate({ to: id ? `/${ENDPOINTS}/${id}` : `/${ENDPOINTS}` })}>
            {t('common.cancel')}
          </Button>
          <Button look="primary" type="submit" disabled={write.isPending}>
            {t(isNew ? 'webhooks.form.create' : 'common.save')}
          </Button>
        </div>
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
      <LeaveGuard isDirty={() => dirty.current} />
    </div>
  )
}

interface PartProps {
  title: string
  help?: string
  invalid?: string[]
  children: ReactNode
}

function Part({ title, help, invalid, children }: PartProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (invalid) box.current?.scrollIntoView({ block: 'nearest' })
  }, [invalid])
  return (
    <section ref={box} aria-label={title} data-invalid={invalid ? true : undefined} className="scroll-mt-4">
      <h2 className="border-line border-b pb-1.5 font-semibold text-base">{title}</h2>
      {help && <p className="mt-2 max-w-[70ch] text-ink-soft">{help}</p>}
      {invalid && (
        <p role="alert" className="mt-2 text-bad">
          {invalid.join(' ')}
        </p>
      )}
      <div className="mt-3.5 flex flex-col gap-4">{children}</div>
    </section>
  )
}

interface TextProps {
  value: string
  onChange: (value: string) => void
  type?: string
  placeholder?: string
  autoFocus?: boolean
  mono?: boolean
  min?: number
  max?: number
}

function Text({ value, onChange, mono, ...rest }: TextProps) {
  const wiring = useWiring()
  return (
    <input
      {...wiring}
      {...rest}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={event => onChange(event.target.value)}
      className={mono ? 'control font-mono text-sm' : 'control'}
    />
  )
}
