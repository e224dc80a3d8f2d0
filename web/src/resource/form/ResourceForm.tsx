/**
 * The one form. It has the writable fields of a resource, shows the server's errors at their fields, and if
 * someone else saved first it lets the person choose instead of overwriting.
 */
import { useEffect, useMemo, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { ApiError, request } from '@/api/client'
import { useDomain, useDomains } from '@/api/domains'
import type { Field, Resource, Row } from '@/api/model'
import { useWrite } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { overrides } from '@/pages'
import { Button, ButtonLink } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { cn } from '@/ui/cn'
import { FormField } from '@/ui/Field'
import { FormFoot } from '@/ui/FormFoot'
import { sendKey } from '@/ui/sendKey'
import { toast } from '@/ui/Toast'
import { to } from '../address'
import { type FieldGroup, groups } from '../columns'
import { onlyPart } from '../grid'
import { isEmpty } from '../value/Value'
import { Control } from './Control'
import { DraftNotice } from './DraftNotice'
import { FormSection } from './FormSection'
import { blank, clean, formFields, initialValues } from './fields'
import { showFirstError } from './firstError'
import { type Merge, MergeDialog, mergeOf } from './MergeDialog'
import { type Messages, PartErrors, partsOf, sorted } from './mistakes'
import { useDraft } from './useDraft'
import { same, validate } from './validate'

interface Props {
  resource: Resource
  /** The raw object and its tag; left out for a new one. */
  object?: { data: Row; etag: string | null }
  given?: Record<string, unknown>
  onSaved: (row: Row, again: boolean) => void
  onCancel: () => void
  /** Told whether there are unsaved changes. */
  onDirty?: (dirty: boolean) => void
  /** The key under which a draft is kept until it is saved. */
  draft?: string
  /** Offers to go on with the next new object. */
  repeat?: boolean
}

type Values = Record<string, unknown>

/** A structure with an editor of its own is the point of the form: it follows the main fields. */
function withOwn(all: FieldGroup[], own: string[]): FieldGroup[] {
  const structures = all.find(group => group.name === 'structured')?.fields ?? []
  const taken = structures.filter(field => own.includes(field.name))
  if (taken.length === 0) return all
  return all
    .map(group => ({
      ...group,
      fields:
        group.name === 'main'
          ? [...group.fields, ...taken]
          : group.fields.filter(field => !taken.includes(field)),
    }))
    .filter(group => group.fields.length > 0)
}

export function ResourceForm(props: Props) {
  const { resource, object, given = {}, onSaved, onCancel, onDirty, draft, repeat } = props
  const { t } = useTranslation()
  const labels = useLabels()
  const write = useWrite(resource.path)
  const domain = useDomain()
  const tree = useDomains()
  const fields = useMemo(() => {
    const elsewhere = overrides[resource.path]?.elsewhere ?? []
    return formFields(resource).filter(field => !elsewhere.includes(field.name))
  }, [resource])
  const [base, setBase] = useState(object)
  const [general, setGeneral] = useState<string | null>(null)
  const [parts, setParts] = useState<Messages>({})
  const [merge, setMerge] = useState<Merge | null>(null)
  const alert = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const again = useRef(false)

  const folder = domain?.uuid ?? tree.uuid
  // A form keeps its initial values.
  const { consequences = {}, automatic = [], onPage = {} } = overrides[resource.path] ?? {}
  const [start] = useState<Values>(() =>
    object ? object.data : { ...initialValues(resource, { folder, ...given }), ...blank(automatic) },
  )
  const form = useForm<Values>({ defaultValues: start, mode: 'onTouched', shouldFocusError: false })
  const dirty = form.formState.isDirty
  useEffect(() => onDirty?.(dirty), [dirty, onDirty])
  const kept = useDraft(draft, resource, form, start)
  const errors = form.formState.errors
  const wrong = fields.filter(field => errors[field.name])

  const changes = (values: Values, before: Values | null): Values => {
    const changed = fields.filter(
      field => !before || !same(clean(field, values[field.name]), before[field.name]),
    )
    const sent = changed.map(field => [field.name, clean(field, values[field.name])] as const)
    // Empty fields of a new object are left to the server's defaults.
    return Object.fromEntries(
      sent.filter(([, value]) => before || (value !== undefined && value !== '' && value !== null)),
    )
  }
  // Errors are rendered some time after they are set; the focus moves there afterwards.
  const seeking = useRef(false)
  const seek = () => {
    if (seeking.current && element.current && showFirstError(element.current)) seeking.current = false
  }
  useEffect(seek)
  const focusFirstError = () => {
    seeking.current = true
    requestAnimationFrame(seek)
  }

  const complain = (error: unknown) => {
    if (error instanceof ApiError && error.problem.errors) {
      const { fields: own, parts, rest } = sorted(error.problem.errors, fields)
      for (const [name, messages] of own)
        form.setError(name, { type: 'server', message: messages.join('\n') })
      setParts(parts)
      tell(rest.join(' ') || null)
      if (own.size > 0) focusFirstError()
    } else tell(error instanceof Error ? error.message : String(error))
  }
  /** Errors without a field are shown above the fields, and scrolled into view. */
  const tell = (words: string | null) => {
    setGeneral(words)
    if (words) requestAnimationFrame(() => alert.current?.scrollIntoView({ block: 'center' }))
  }
  const store = async (values: Values, tag: string | null | undefined) => {
    const row = await write.mutateAsync({ id: base?.data.id, values, etag: tag })
    const name = String(row.name ?? row.label ?? row.email ?? labels.name(resource))
    toast.good(t(base ? 'form.saved' : 'form.created', { name }))
    form.reset(form.getValues())
    kept.drop()
    onDirty?.(false)
    onSaved(row, again.current)
    if (again.current) form.reset(start)
  }
  const submit = async (values: Values) => {
    setGeneral(null)
    setParts({})
    const sent = changes(values, base?.data ?? null)
    if (base && Object.keys(sent).length === 0) {
      toast.good(t('form.nothingChanged'))
      return onCancel()
    }
    try {
      await store(sent, base?.etag)
    } catch (error) {
      if (base && error instanceof ApiError && error.status === 412) {
        const now = await request<Row>(`${resource.path}/${base.data.id}/object/`).catch(complain)
        if (now) setMerge(mergeOf(fields, base.data, sent, now))
      } else complain(error)
    }
  }
  const settle = async (chosen: Values, now: { data: Row; etag: string | null }) => {
    setMerge(null)
    setBase(now)
    for (const field of fields)
      form.setValue(field.name, field.name in chosen ? chosen[field.name] : now.data[field.name])
    try {
      await store(chosen, now.etag)
    } catch (error) {
      complain(error)
    }
  }

  const send = form.handleSubmit(submit, focusFirstError)
  const message = (field: Field) => {
    const error = errors[field.name]?.message
    return typeof error === 'string' ? error.split('\n') : []
  }
  const first = fields.find(field => field.kind === 'text')
  const summary = `${t('form.errorSummary', { count: wrong.length })}: ${wrong
    .map(field => labels.field(resource, field))
    .join(', ')}`
  return (
    <form
      ref={element}
      noValidate
      onSubmit={event => {
        // A form in a dialog over another form must not submit that one too.
        event.stopPropagation()
        void send(event)
      }}
      onKeyDown={sendKey(() => void send(), write.isPending)}
      className="flex flex-col gap-8"
    >
      {kept.found && <DraftNotice draft={kept.found} onRestore={kept.restore} onDrop={kept.drop} />}
      {(general || wrong.length > 0) && (
        <div ref={alert} role="alert" className="rounded-md bg-bad-soft px-3.5 py-2.5 text-bad">
          {general && <p>{general}</p>}
          {wrong.length > 0 && <p>{summary}</p>}
        </div>
      )}
      {withOwn(groups(fields), Object.keys(overrides[resource.path]?.controls ?? {})).map(group => (
        <FormSection
          key={group.topic ?? group.name}
          title={group.topic ? labels.topic(group.topic) : t(`groups.${group.name}`)}
          // Rarely used fields take no room until they are wanted.
          folds={group.name === 'topic' || group.name === 'structured'}
          open={group.fields.some(
            field => errors[field.name] || field.required || !isEmpty(start[field.name]),
          )}
        >
          <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
            {group.fields.map(field => (
              <div key={field.name} className={cn('min-w-0', isWide(field) && 'sm:col-span-2')}>
                <Controller
                  name={field.name}
                  control={form.control}
                  rules={{ validate: value => validate(field, value, t) }}
                  render={({ field: bound }) => (
                    <FormField
                      label={labels.field(resource, field)}
                      help={labels.help(resource, field)}
                      required={field.required}
                      errors={message(field)}
                      group={field.kind === 'json' || field.kind === 'translations'}
                    >
                      <PartErrors.Provider value={partsOf(parts, field.name)}>
                        <Control
                          resource={resource}
                          field={field}
                          value={bound.value}
                          onChange={bound.onChange}
                          onBlur={bound.onBlur}
                          disabled={!!base && (field.immutable || field.name in onPage)}
                          autoFocus={!base && field === first}
                        />
                      </PartErrors.Provider>
                      {base && onPage[field.name] && (
                        <ButtonLink
                          to={to.item(resource.path, base.data.id)}
                          search={{ open: onPage[field.name]?.open } as never}
                          className="self-start"
                        >
                          {t(onPage[field.name]?.words ?? '')}
                        </ButtonLink>
                      )}
                      {base && consequences[field.name] && !same(bound.value, base.data[field.name]) && (
                        <Callout tone="warn">{t(consequences[field.name] ?? '')}</Callout>
                      )}
                    </FormField>
                  )}
                />
              </div>
            ))}
          </div>
        </FormSection>
      ))}
      <FormFoot className="-mx-1 px-1">
        {form.formState.isSubmitted && (general || wrong.length > 0) && (
          // The buttons are always visible, the errors may not be.
          <button
            type="button"
            onClick={() => {
              if (element.current && !showFirstError(element.current))
                alert.current?.scrollIntoView({ block: 'center' })
            }}
            className="mr-auto min-w-0 truncate rounded-sm text-left text-bad underline-offset-3 hover:underline"
          >
            {wrong.length > 0 ? summary : general}
          </button>
        )}
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        {repeat && (
          <Button
            type="submit"
            disabled={write.isPending}
            onClick={() => {
              again.current = true
            }}
          >
            {t('form.createAnother')}
          </Button>
        )}
        <Button
          look="primary"
          type="submit"
          disabled={write.isPending}
          onClick={() => {
            again.current = false
          }}
        >
          {t(base ? 'common.save' : 'form.create')}
        </Button>
      </FormFoot>
      {merge && (
        <MergeDialog
          resource={resource}
          merge={merge}
          onClose={() => setMerge(null)}
          onChoose={chosen => void settle(chosen, merge.now)}
        />
      )}
    </form>
  )
}

function isWide(field: Field): boolean {
  if (field.kind === 'json') return !onlyPart(field.schema ?? {})
  return ['markdown', 'translations'].includes(field.kind) || field.name === 'name'
}
