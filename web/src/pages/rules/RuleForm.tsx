/** A new rule, or one to change: what it looks for, tried while it is written, and what happens then. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiError } from '@/api/client'
import { useDomain, useDomains } from '@/api/domains'
import { field, type Resource, useModel } from '@/api/model'
import { objectQuery, useWrite } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Loaded } from '@/resource/detail/Loaded'
import { Control } from '@/resource/form/Control'
import { showFirstError } from '@/resource/form/firstError'
import { NotFound } from '@/resource/ResourcePage'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { FormField } from '@/ui/Field'
import { FormFoot } from '@/ui/FormFoot'
import { Loading } from '@/ui/States'
import { sendKey } from '@/ui/sendKey'
import { toast } from '@/ui/Toast'
import { today } from '../due/days'
import { examplesQuery, fieldsQuery, RULES } from './api'
import { Consequence } from './Consequence'
import { Examples } from './Examples'
import { ExpressionField } from './ExpressionField'
import { placed } from './mistakes'
import { newValues, sent, storedValues, type Values } from './ruleValues'
import { Trial, useTrial } from './Trial'
import { Watched } from './Watched'

export default function RuleForm() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const resource = useModel().resources[RULES]
  if (!resource) return <NotFound />
  if (id) return resource.permissions.change ? <Edit id={id} resource={resource} /> : <NotFound />
  return resource.permissions.add ? <New resource={resource} /> : <NotFound />
}

function New({ resource }: { resource: Resource }) {
  const tree = useDomains()
  const domain = useDomain()
  const { example } = useSearch({ strict: false }) as { example?: string }
  const examples = useQuery({ ...examplesQuery, enabled: example !== undefined })
  if (example !== undefined && examples.isPending) return <Loading />
  const start = newValues(domain?.uuid ?? tree.uuid, examples.data?.[Number(example)])
  return <Form key={example} resource={resource} start={start} />
}

function Edit({ id, resource }: { id: string; resource: Resource }) {
  const object = useQuery({ ...objectQuery(RULES, id), refetchOnWindowFocus: false })
  return (
    <Loaded query={object} path={RULES} id={id}>
      {({ data, etag }) => <Form resource={resource} id={id} start={storedValues(data)} etag={etag} />}
    </Loaded>
  )
}

interface Props {
  resource: Resource
  start: Values
  id?: string
  etag?: string | null
}

/** The last moment of a day, in the time zone of the reader. Today is the present. */
const endOf = (day: string) => (day && day < today() ? new Date(`${day}T23:59:59`).toISOString() : undefined)

function Form({ resource, start: given, id, etag }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const navigate = useNavigate()
  const write = useWrite(RULES)
  // The form keeps what it began with, whatever is fetched meanwhile.
  const [[start, tag]] = useState([given, etag] as const)
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [day, setDay] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const dirty = useRef(false)
  const set = (part: Partial<Values>) => {
    dirty.current = true
    setValues(now => ({ ...now, ...part }))
    setErrors(now => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in part))))
  }
  const offered = useQuery(fieldsQuery(values.resource))
  const { resource: watched, expression, folder } = values
  const trial = useTrial({ resource: watched, expression, folder, as_of: endOf(day) })
  const found = trial.error instanceof ApiError ? trial.error.problem.errors?.expression : undefined
  const mistakes = placed(errors.expression ?? (expression.trim() ? found : undefined) ?? [], expression)
  const leave = (address: string) => {
    dirty.current = false
    void navigate({ to: address, replace: true })
  }
  const save = async () => {
    setGeneral(null)
    const changes = sent(values, id ? start : undefined)
    if (id && Object.keys(changes).length === 0) return leave(to.item(RULES, id))
    try {
      const row = await write.mutateAsync({ id, values: changes, etag: tag })
      toast.good(t(id ? 'form.saved' : 'form.created', { name: values.name }))
      leave(to.item(RULES, row.id))
    } catch (error) {
      if (error instanceof ApiError && error.problem.errors) {
        setErrors(error.problem.errors)
        const rest = Object.entries(error.problem.errors).filter(([name]) => !(name in values))
        setGeneral(rest.flatMap(([, messages]) => messages).join(' ') || null)
        requestAnimationFrame(() => form.current && showFirstError(form.current))
      } else setGeneral(error instanceof Error ? error.message : String(error))
    }
  }
  const control = (name: keyof Values, help?: string) => {
    const own = field(resource, name)
    return (
      own && (
        <FormField
          label={labels.field(resource, own)}
          help={help ?? labels.help(resource, own)}
          errors={errors[name]}
          required={own.required}
        >
          <Control
            resource={resource}
            field={own}
            value={values[name]}
            onChange={value => set({ [name]: value })}
            autoFocus={name === 'name' && !id && values.name === ''}
          />
        </FormField>
      )
    )
  }
  const kind = model.resources[watched]
  return (
    <div className="w-full max-w-6xl">
      <PageHeader
        title={
          id ? t('form.editTitle', { name: start.name }) : t('form.newTitle', { name: labels.one(resource) })
        }
        crumbs={[
          { label: labels.plural(resource), to: to.list(RULES) },
          ...(id ? [{ label: start.name, to: to.item(RULES, id) }] : []),
        ]}
        note={id ? undefined : t('rules.newNote')}
      />
      <form
        ref={form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
        onKeyDown={sendKey(() => void save(), write.isPending)}
        className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 px-5 lg:px-8 xl:grid-cols-[minmax(0,1fr)_25rem]"
      >
        <div className="flex min-w-0 flex-col gap-5">
          {general && (
            <Callout tone="bad" urgent>
              {general}
            </Callout>
          )}
          {!id && start.expression === '' && values.expression === '' && (
            <details className="rounded-lg border border-line px-4 py-3">
              <summary className="w-fit cursor-pointer rounded-sm font-medium">
                {t('rules.startFrom')}
              </summary>
              <div className="pt-3">
                <Examples />
              </div>
            </details>
          )}
          {control('name', '')}
          <FormField
            label={t('rules.watch')}
            help={id ? t('rules.watchFixed') : undefined}
            errors={errors.resource}
            required
          >
            <Watched value={watched} disabled={!!id} onChange={path => set({ resource: path })} />
          </FormField>
          <FormField label={t('rules.expression')} help={t('rules.expressionHelp')} required>
            <div data-invalid={mistakes.length > 0 || undefined}>
              <ExpressionField
                value={expression}
                onChange={source => set({ expression: source })}
                offered={offered.data}
                mistakes={mistakes}
              />
            </div>
          </FormField>
        </div>
        <div className="min-w-0 xl:row-span-2">
          <div className="xl:sticky xl:top-6">
            <Trial
              trial={trial}
              isEmpty={!watched || !expression.trim()}
              resource={watched}
              kind={kind ? labels.plural(kind) : watched}
              day={day}
              onDay={setDay}
            />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-5 pb-6">
          <Consequence resource={resource} values={values} errors={errors} set={set} control={control} />
          <div className="grid gap-5 sm:grid-cols-2">
            {control('severity', t('rules.severityHelp'))}
            {control('folder')}
          </div>
          {control('description')}
          <div className="grid gap-5 sm:grid-cols-2">
            {control('ref_id', '')}
            {control('is_active')}
          </div>
        </div>
        <FormFoot className="xl:col-span-2">
          <Button onClick={() => void navigate({ to: id ? to.item(RULES, id) : to.list(RULES) })}>
            {t('common.cancel')}
          </Button>
          <Button look="primary" type="submit" disabled={write.isPending}>
            {t(id ? 'common.save' : 'form.create')}
          </Button>
        </FormFoot>
      </form>
      <LeaveGuard isDirty={() => dirty.current} />
    </div>
  )
}
