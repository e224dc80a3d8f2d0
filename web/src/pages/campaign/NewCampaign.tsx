/** A new campaign: what is audited, where, by when, and who answers. It says how many audits that makes. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpenCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, request } from '@/api/client'
import { useDomain } from '@/api/domains'
import { field, type Resource, type Row, useModel } from '@/api/model'
import { refresh } from '@/api/objects'
import { useUser } from '@/api/user'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { crumbs } from '@/resource/detail/crumbs'
import { Control } from '@/resource/form/Control'
import { NotFound } from '@/resource/ResourcePage'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { PageHeader } from '@/shell/PageHeader'
import { Button, ButtonLink } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { FormField } from '@/ui/Field'
import { FormFoot } from '@/ui/FormFoot'
import { Empty, Loading } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { CAMPAIGNS, frameworksQuery, giveAudits } from './api'
import { Groups } from './Groups'
import { Respondents } from './Respondents'

export default function NewCampaign() {
  const { t } = useTranslation()
  const labels = useLabels()
  const resource = useModel().resources[CAMPAIGNS]
  const frameworks = useQuery(frameworksQuery)
  if (!resource?.permissions.add) return <NotFound />
  if (frameworks.isPending) return <Loading />
  return (
    <div className="w-full max-w-3xl">
      <PageHeader
        title={t('form.newTitle', { name: labels.one(resource) })}
        crumbs={crumbs(resource, null, labels.plural(resource))}
        note={t('campaign.newNote')}
      />
      {frameworks.data?.length === 0 ? (
        <Empty title={t('audit.noFrameworks')} icon={<BookOpenCheck />}>
          <p>{t('audit.noFrameworksHelp')}</p>
          <ButtonLink look="primary" to="/stored-libraries">
            {t('audit.toLibrary')}
          </ButtonLink>
        </Empty>
      ) : (
        <Form resource={resource} />
      )}
    </div>
  )
}

interface Values {
  name: string
  folder: string
  frameworks: string[]
  perimeters: string[]
  due_date: string | null
  selected_implementation_groups: string[]
}

function Form({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const navigate = useNavigate()
  const client = useQueryClient()
  const user = useUser()
  const domain = useDomain()
  const [values, setValues] = useState<Values>({
    name: '',
    folder: domain?.uuid ?? user.root_folder_id,
    frameworks: [],
    perimeters: [],
    due_date: null,
    selected_implementation_groups: [],
  })
  /** Who answers, by perimeter. */
  const [people, setPeople] = useState<Record<string, string[]>>({})
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [busy, setBusy] = useState<{ done: number; all: number } | null>(null)
  const dirty = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const set = (name: keyof Values, value: unknown) => {
    dirty.current = true
    setValues(now => ({ ...now, [name]: value }))
    setErrors(({ [name]: _, ...others }) => others)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setErrors({})
    setGeneral(null)
    setBusy({ done: 0, all: 0 })
    try {
      const made = (await request<Row>(`${CAMPAIGNS}/`, { method: 'POST', body: values })).data
      dirty.current = false
      try {
        await giveAudits(made.id, people, (done, all) => setBusy({ done, all }))
      } catch (error) {
        // The campaign is there; who is missing can be chosen on its page.
        toast.bad(error)
      }
      await navigate({ to: to.item(CAMPAIGNS, made.id), replace: true })
      void refresh(client)
    } catch (error) {
      if (error instanceof ApiError && error.problem.errors) {
        setErrors(error.problem.errors)
        requestAnimationFrame(() =>
          form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
        )
      } else setGeneral(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(null)
    }
  }
  const control = (name: keyof Values, help?: string) => {
    const own = field(resource, name)
    if (!own) return null
    return (
      <FormField
        label={labels.field(resource, own)}
        help={help}
        errors={errors[name]}
        required={name !== 'due_date'}
      >
        <Control resource={resource} field={own} value={values[name]} onChange={value => set(name, value)} />
      </FormField>
    )
  }
  const audits = values.frameworks.length * values.perimeters.length
  return (
    <form ref={form} noValidate onSubmit={event => void submit(event)}>
      <div className="flex flex-col gap-6 px-5 pt-2 pb-6 lg:px-8">
        {general && (
          <Callout tone="bad" urgent>
            {general}
          </Callout>
        )}
        {control('name')}
        {control('frameworks')}
        <Groups
          frameworks={values.frameworks}
          value={values.selected_implementation_groups}
          onChange={groups => set('selected_implementation_groups', groups)}
        />
        {control('perimeters', t('campaign.perimetersHelp'))}
        <Respondents
          perimeters={values.perimeters}
          value={people}
          onChange={next => {
            dirty.current = true
            setPeople(next)
          }}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          {control('due_date', t('campaign.dueHelp'))}
          {control('folder')}
        </div>
        {audits > 0 && (
          <Callout title={t('campaign.makes', { count: audits })}>{t('campaign.makesHelp')}</Callout>
        )}
      </div>
      <FormFoot>
        {busy && busy.all > 0 && (
          <span role="status" className="mr-auto text-ink-soft text-sm">
            {t('campaign.giving', { done: formatNumber(busy.done), all: formatNumber(busy.all) })}
          </span>
        )}
        <Button onClick={() => void navigate({ to: to.list(CAMPAIGNS) })}>{t('common.cancel')}</Button>
        <Button look="primary" type="submit" disabled={!!busy}>
          {t('campaign.create')}
        </Button>
      </FormFoot>
      <LeaveGuard isDirty={() => dirty.current} />
    </form>
  )
}
