/** Runs one of a resource's own actions, with a form drawn from its input. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, request } from '@/api/client'
import type { Action, Model, Resource, Row } from '@/api/model'
import { refresh } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { toast } from '@/ui/Toast'
import { SchemaField } from '../form/SchemaField'
import { isEmpty } from '../value/Value'

/** Those that do something to one object. Reading ones feed hand-made pages. */
export function itemActions(resource: Resource): Action[] {
  return resource.actions.filter(action => action.on === 'item' && action.method === 'POST')
}

interface Props {
  model: Model
  resource: Resource
  row: Row
  action: Action
  onClose: () => void
}

export function ActionDialog({ resource, row, action, onClose }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const client = useQueryClient()
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [answer, setAnswer] = useState<unknown>(undefined)
  const properties = Object.entries(action.input.properties ?? {})
  const run = useMutation({
    mutationFn: () => request(`${resource.path}/${row.id}/${action.name}/`, { method: 'POST', body: values }),
    onSuccess: ({ data }) => {
      void refresh(client)
      toast.good(t('detail.done'))
      if (isEmpty(data)) onClose()
      else setAnswer(data)
    },
  })
  const errors = run.error instanceof ApiError ? (run.error.problem.errors ?? {}) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
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
            <Button look="primary" disabled={run.isPending} type="submit" form="action-form">
              {t('detail.run')}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('common.close')}</Button>
        )
      }
    >
      {answer === undefined ? (
        <form id="action-form" onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-ink-soft">{action.help}</p>
          {properties.map(([name, schema]) => (
            <SchemaField
              key={name}
              name={name}
              schema={schema}
              required={action.input.required?.includes(name)}
              value={values[name]}
              errors={errors[name]}
              onChange={value => setValues(now => ({ ...now, [name]: value }))}
            />
          ))}
          {run.error && (
            <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
              {run.error.message}
            </p>
          )}
        </form>
      ) : (
        <pre className="overflow-x-auto whitespace-pre-wrap rounded-md bg-sunken p-3 font-mono text-sm">
          {JSON.stringify(answer, null, 2)}
        </pre>
      )}
    </Dialog>
  )
}
