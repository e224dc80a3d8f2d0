/** Starts a what-if under a name, or goes on with one that is open. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { request } from '@/api/client'
import { useDomain, useDomains } from '@/api/domains'
import { DRAFTS, enterDraft } from '@/api/draft'
import { field, type Row, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import type { Draft } from '@/api/useDraft'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { FolderControl } from '@/resource/form/FolderControl'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { Switch } from '@/ui/Switch'
import type { Starting } from './starting'

const FORM = 'what-if-form'
const SHOWN = 4

export default function StartDialog({ about, onClose }: { about: Starting; onClose: () => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const resource = useModel().resources[DRAFTS]
  const tree = useDomains()
  const domain = useDomain()
  const [name, setName] = useState('')
  const [folder, setFolder] = useState<unknown>(about.folder ?? domain?.uuid ?? tree.uuid)
  const [shared, setShared] = useState(false)
  const open = useQuery(
    pageQuery<Draft>(DRAFTS, { status: 'open', ordering: '-updated_at' }, 0, SHOWN),
  ).data?.results.filter(one => one.is_mine)
  const create = useMutation({
    mutationFn: async () => {
      const body = { name: name.trim(), folder, is_shared: shared }
      return (await request<Row>(`${DRAFTS}/`, { method: 'POST', body })).data.id
    },
    onSuccess: id => enterDraft(id, about.goOn),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  const folderField = resource && field(resource, 'folder')
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('whatIf.start')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            look="primary"
            type="submit"
            form={FORM}
            disabled={!name.trim() || create.isPending || create.isSuccess}
          >
            {t('whatIf.begin')}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-pretty text-ink-soft">{t('whatIf.startHelp')}</p>
        <FormField label={t('whatIf.name')} required>
          <Name value={name} onChange={setName} />
        </FormField>
        {resource && folderField && (
          <FormField label={labels.field(resource, folderField)}>
            <FolderControl resource={resource} field={folderField} value={folder} onChange={setFolder} />
          </FormField>
        )}
        <FormField label={t('whatIf.share')} help={t('whatIf.shareHelp')}>
          <Switch checked={shared} onChange={setShared} />
        </FormField>
        {create.error && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
            {create.error.message}
          </p>
        )}
      </form>
      {open && open.length > 0 && (
        <section aria-label={t('whatIf.goOn')} className="mt-5 border-line border-t pt-3">
          <h3 className="mb-1 font-medium text-ink-soft text-sm">{t('whatIf.goOn')}</h3>
          <ul className="-mx-2">
            {open.map(one => (
              <li key={one.id}>
                <button
                  type="button"
                  onClick={() => enterDraft(one.id, about.goOn)}
                  className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-hover"
                >
                  <FlaskConical size={15} aria-hidden className="shrink-0 text-ink-faint" />
                  <span className="min-w-0 grow truncate font-medium">{one.name}</span>
                  <span className="tabular shrink-0 text-ink-soft text-sm">
                    {t('whatIf.steps', { count: one.step_count })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}

function Name({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { t } = useTranslation()
  return (
    <input
      {...useWiring()}
      value={value}
      maxLength={200}
      autoComplete="off"
      placeholder={t('whatIf.example')}
      onChange={event => onChange(event.target.value)}
      className="control"
    />
  )
}
