/** Runs one of a resource's own actions, with a form generated from its input. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, type Params, request } from '@/api/client'
import { saveFile } from '@/api/download'
import type { Action, Resource, Row } from '@/api/model'
import { refresh } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { JobProgress } from '@/pages/jobs/JobProgress'
import { Button, ButtonLink } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Inline } from '@/ui/Inline'
import { toast } from '@/ui/Toast'
import { to } from './address'
import { FileField } from './form/FileField'
import { SchemaField } from './form/SchemaField'
import { isEmpty, Structure } from './value/Value'

interface Props {
  resource: Resource
  action: Action
  /** The object it is for; left out for an action on the whole collection. */
  row?: Row
  given?: Record<string, unknown>
  /** The page behind it shows the result. */
  quiet?: boolean
  /** It destroys something. */
  danger?: boolean
  /** What to know beforehand, besides the action's own description. */
  children?: ReactNode
  onClose: () => void
}

export default function ActionDialog(props: Props) {
  const { resource, action, row, given = {}, quiet, danger, children, onClose } = props
  const { t } = useTranslation()
  const labels = useLabels()
  const client = useQueryClient()
  const [values, setValues] = useState(given)
  const [files, setFiles] = useState<Record<string, File[]>>({})
  const [answer, setAnswer] = useState<unknown>(undefined)
  const properties = Object.entries(action.input.properties ?? {})
  const place = [resource.path, row?.id, action.name].filter(Boolean).join('/')
  const run = useMutation({
    mutationFn: async () => {
      if (action.answers === 'file') {
        await saveFile(`${place}/`, values as Params)
        return undefined
      }
      const body = action.files.length > 0 ? form(values, files) : values
      return (await request(`${place}/`, { method: 'POST', body })).data
    },
    onSuccess: data => {
      if (action.answers === 'file') return onClose()
      void refresh(client)
      if (action.answers === 'job') return setAnswer(data)
      toast.good(t('detail.done'))
      if (quiet || isEmpty(data)) onClose()
      else setAnswer(data)
    },
  })
  const errors = run.error instanceof ApiError ? (run.error.problem.errors ?? {}) : {}
  // What stands beside its input is not said again under all of them.
  const inputs = [...action.files.map(part => part.name), ...properties.map(([name]) => name)]
  const wrong = Object.keys(errors)
  const toldBeside = wrong.length > 0 && wrong.every(name => inputs.includes(name))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    run.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={labels.action(resource, action)}
      footer={
        answer === undefined ? (
          <>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button
              look={danger ? 'danger' : 'primary'}
              disabled={run.isPending}
              type="submit"
              form="action-form"
            >
              {danger
                ? labels.action(resource, action)
                : t(action.answers === 'file' ? 'detail.download' : 'detail.run')}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('common.close')}</Button>
        )
      }
    >
      {answer === undefined ? (
        <form id="action-form" onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-ink-soft">
            <Inline text={labels.help(resource, action)} />
          </p>
          {children}
          {action.files.map(part => (
            <FileField
              key={part.name}
              part={part}
              errors={errors[part.name]}
              onFiles={chosen => setFiles(now => ({ ...now, [part.name]: chosen }))}
            />
          ))}
          {properties.map(([name, schema]) => (
            <SchemaField
              key={name}
              name={name}
              schema={schema}
              owner={resource}
              required={action.input.required?.includes(name)}
              value={values[name]}
              errors={errors[name]}
              onChange={value => setValues(now => ({ ...now, [name]: value }))}
            />
          ))}
          {run.error && !toldBeside && (
            <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
              {run.error.message}
            </p>
          )}
        </form>
      ) : (
        <Outcome resource={resource} action={action} answer={answer} />
      )}
    </Dialog>
  )
}

/** The input and the files as a form. */
function form(values: Record<string, unknown>, files: Record<string, File[]>): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) body.append(name, String(value))
  }
  for (const [name, chosen] of Object.entries(files)) {
    for (const file of chosen) body.append(name, file)
  }
  return body
}

/** The result: the running job, the object that was created, or the server's message. */
function Outcome({ resource, action, answer }: { resource: Resource; action: Action; answer: unknown }) {
  const { t } = useTranslation()
  const { id, name } = answer as { id?: unknown; name?: unknown }
  if (action.answers === 'job' && typeof id === 'string') return <JobProgress id={id} />
  if (typeof id === 'string' && typeof name === 'string') {
    return <ButtonLink to={to.item(resource.path, id)}>{t('detail.openResult', { name })}</ButtonLink>
  }
  return <Structure value={answer} />
}
