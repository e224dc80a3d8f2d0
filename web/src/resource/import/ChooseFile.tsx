/** The first step: a file, or a template to fill in. */
import { FileSpreadsheet } from 'lucide-react'
import { linkTo } from '@/api/client'
import type { Resource } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { Callout } from '@/ui/Callout'
import { DropZone } from '@/ui/DropZone'

interface Props {
  resource: Resource
  busy: boolean
  error: Error | null
  onFile: (file: File) => void
}

export function ChooseFile({ resource, busy, error, onFile }: Props) {
  const { t } = useTranslation()
  const template = `data-wizard/templates/${resource.path.replaceAll('/', '-')}/`
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      {error && (
        <Callout tone="bad" urgent title={t('import.unreadable')}>
          {error.message}
        </Callout>
      )}
      <DropZone
        label={t('import.drop')}
        busy={busy}
        accept=".csv,.xlsx,.tsv,.txt"
        onFiles={files => files[0] && onFile(files[0])}
      />
      <div className="flex flex-wrap items-start gap-3 text-ink-soft">
        <FileSpreadsheet size={18} aria-hidden className="mt-0.5 shrink-0" />
        <div className="min-w-0 grow basis-72">
          <p>{t('import.template')}</p>
          <p className="mt-1 flex gap-4">
            {(['xlsx', 'csv'] as const).map(format => (
              <a
                key={format}
                href={linkTo(template, { file_format: format })}
                className="rounded-sm text-accent-text underline underline-offset-3"
              >
                {t(`import.templates.${format}`)}
              </a>
            ))}
          </p>
        </div>
      </div>
      <ul className="list-disc space-y-1 pl-5 text-ink-soft text-sm">
        <li>{t('import.hints.head')}</li>
        <li>{t('import.hints.references')}</li>
        <li>{t('import.hints.safe')}</li>
      </ul>
    </div>
  )
}
