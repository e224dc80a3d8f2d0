/** Word templates for reports: those there are, how to add one, and what they can contain. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileType, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '@/api/download'
import { field, type Resource, useModel } from '@/api/model'
import { refresh } from '@/api/objects'
import { uploadEach } from '@/api/uploads'
import { may, useUser } from '@/api/user'
import { formatSize } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { FolderControl } from '@/resource/form/FolderControl'
import { RemoveDialog } from '@/resource/RemoveDialog'
import { NotFound } from '@/resource/ResourcePage'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { DropZone } from '@/ui/DropZone'
import { FormField } from '@/ui/Field'
import { Moment } from '@/ui/Moment'
import { RefusedFiles, useRefused } from '@/ui/RefusedFiles'
import { Failed, Loading } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { type Stored, TEMPLATES, type Template, templatesQuery, uploadTemplate } from './api'
import { Names } from './Names'

export default function Templates() {
  const { t } = useTranslation()
  const labels = useLabels()
  const user = useUser()
  const resource = useModel().resources[TEMPLATES]
  const found = useQuery({ ...templatesQuery, enabled: !!resource })
  const save = useMutation({ mutationFn: (path: string) => saveFile(path), onError: toast.bad })
  if (!resource) return <NotFound />
  return (
    <>
      <PageHeader
        title={labels.plural(resource)}
        note={t('templates.note')}
        actions={
          <Button
            disabled={save.isPending}
            icon={<Download size={15} aria-hidden />}
            onClick={() => save.mutate(`${TEMPLATES}/starter/`)}
          >
            {t('templates.starter')}
          </Button>
        }
      />
      <div className="grid items-start gap-x-12 gap-y-8 px-5 pt-2 pb-10 lg:px-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {may(user, 'add_reporttemplate') && <Upload resource={resource} />}
          {found.isPending && <Loading />}
          {found.error && <Failed error={found.error} retry={() => void found.refetch()} />}
          {found.data && (
            <List resource={resource} templates={found.data.results} onSave={path => save.mutate(path)} />
          )}
        </div>
        <Names />
      </div>
    </>
  )
}

function Upload({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const user = useUser()
  const client = useQueryClient()
  const refused = useRefused()
  const [folder, setFolder] = useState(user.root_folder_id)
  const domain = field(resource, 'folder')
  const send = useMutation({
    mutationFn: async (files: File[]) => {
      const stored: Stored[] = []
      const { refused: others } = await uploadEach(files, async file => {
        stored.push(await uploadTemplate(file, folder))
      })
      return { stored, others }
    },
    onSuccess: ({ stored, others }) => {
      refused.add(others)
      for (const one of stored)
        toast.good(t(one.replaced ? 'templates.replaced' : 'templates.added', { name: one.name }))
    },
    onError: toast.bad,
    onSettled: () => refresh(client),
  })
  return (
    <section aria-label={t('templates.add')} className="flex flex-col gap-3">
      <DropZone
        accept=".docx,.dotx"
        busy={send.isPending}
        label={t('templates.add')}
        onFiles={files => send.mutate(files)}
      />
      <RefusedFiles files={refused.files} onDismiss={refused.dismiss} />
      {domain && (
        <FormField label={t('templates.domain')} help={t('templates.domainHelp')}>
          <FolderControl
            resource={resource}
            field={domain}
            value={folder}
            onChange={value => setFolder(String(value))}
          />
        </FormField>
      )}
    </section>
  )
}

interface ListProps {
  resource: Resource
  templates: Template[]
  onSave: (path: string) => void
}

function List({ resource, templates, onSave }: ListProps) {
  const { t } = useTranslation()
  const user = useUser()
  const [removing, setRemoving] = useState<Template | null>(null)
  if (templates.length === 0)
    return (
      <div className="rounded-lg border border-line px-4 py-5 text-ink-soft">
        <p className="font-medium text-ink">{t('templates.none')}</p>
        <p>{t('templates.noneHelp')}</p>
      </div>
    )
  return (
    <>
      <ul aria-label={t('templates.list')} className="border-line border-t">
        {templates.map(template => (
          <li
            key={template.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 text-sm"
          >
            <span className="flex min-w-0 grow basis-64 items-center gap-3">
              <FileType size={20} aria-hidden className="shrink-0 text-ink-faint" />
              <span className="min-w-0">
                <span className="block truncate font-medium text-base">{template.name}</span>
                <span className="block text-ink-soft">
                  {template.folder.id === user.root_folder_id ? t('templates.everyone') : template.folder.str}
                  {template.file && ` · ${formatSize(template.file.size)}`}
                  {' · '}
                  <Moment at={template.updated_at} />
                </span>
                {template.description && <span className="block text-ink-soft">{template.description}</span>}
              </span>
            </span>
            <span className="flex gap-1">
              <Button
                size="sm"
                look="quiet"
                icon={<Download size={15} />}
                label={t('templates.download', { name: template.name })}
                onClick={() => onSave(`${TEMPLATES}/${template.id}/content/`)}
              />
              {may(user, 'delete_reporttemplate', template.folder.id) && (
                <Button
                  size="sm"
                  look="quiet"
                  icon={<Trash2 size={15} />}
                  label={t('templates.delete', { name: template.name })}
                  onClick={() => setRemoving(template)}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {removing && <RemoveDialog resource={resource} row={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}
