/** The name of a dashboard, its domain and who it is shared with: for a new one, a copy, and one that is there. */
import { useState } from 'react'
import { ApiError } from '@/api/client'
import { flatten, useDomains } from '@/api/domains'
import { field, useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { FolderControl } from '@/resource/form/FolderControl'
import { Button } from '@/ui/Button'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { toast } from '@/ui/Toast'
import { DASHBOARDS } from './api'

export interface Values {
  name: string
  folder: string
  is_published: boolean
}

interface Props {
  title: string
  verb: string
  given: Values
  onSave: (values: Values) => Promise<unknown>
  onClose: () => void
}

export function DashboardDialog({ title, verb, given, onSave, onClose }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const resource = useModel().resources[DASHBOARDS]
  const domains = flatten(useDomains())
  const [values, setValues] = useState(given)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string[]>>({})
  const folder = resource && field(resource, 'folder')
  const domain = domains.find(one => one.uuid === values.folder)
  const set = (change: Partial<Values>) => setValues(now => ({ ...now, ...change }))
  const save = async () => {
    if (!values.name.trim()) return setProblems({ name: [t('dashboard.nameMissing')] })
    setBusy(true)
    try {
      await onSave({ ...values, name: values.name.trim() })
      onClose()
    } catch (error) {
      const found = error instanceof ApiError ? (error.problem.errors ?? {}) : {}
      setProblems(found as Record<string, string[]>)
      if (!found.name && !found.folder) toast.bad(error)
      setBusy(false)
    }
  }
  if (!resource || !folder) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={busy} onClick={() => void save()}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-5"
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <FormField label={t('dashboard.name')} required errors={problems.name}>
          <NameInput value={values.name} onChange={name => set({ name })} />
        </FormField>
        <FormField label={labels.field(resource, folder)} required errors={problems.folder}>
          <FolderControl
            resource={resource}
            field={folder}
            value={values.folder}
            onChange={id => set({ folder: String(id) })}
          />
        </FormField>
        <FormField label={t('dashboard.sharing')} group>
          <ChoiceCards
            label={t('dashboard.sharing')}
            value={values.is_published ? 'below' : 'domain'}
            choices={[
              {
                value: 'domain',
                label: t('dashboard.forDomain'),
                help: t('dashboard.seenBy', { domain: domain?.name ?? '' }),
              },
              {
                value: 'below',
                label: t('dashboard.forBelow'),
                help: t('dashboard.seenBelow', { domain: domain?.name ?? '' }),
              },
            ]}
            onChange={value => set({ is_published: value === 'below' })}
          />
        </FormField>
      </form>
    </Dialog>
  )
}

function NameInput({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <input
      {...useWiring()}
      className="control"
      autoComplete="off"
      maxLength={1000}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
