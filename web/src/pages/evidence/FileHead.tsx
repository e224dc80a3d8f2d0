import { Columns2, Fingerprint } from 'lucide-react'
import { formatDateTime, formatShortDay, formatSize } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/Toast'
import type { EvidenceFile } from './files'
import { DownloadLink } from './preview/Preview'
import { useUploader } from './useUploader'

interface Props {
  file: EvidenceFile
  version?: number
  /** Whether there is another file to compare it with. */
  onCompare?: () => void
}

/** The name of the shown file, who uploaded it, and the hash that proves it is unchanged. */
export function FileHead({ file, version, onCompare }: Props) {
  const { t } = useTranslation()
  const uploader = useUploader(file)
  const copy = () =>
    void navigator.clipboard.writeText(file.sha256).then(() => toast.good(t('common.copied')), toast.bad)
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-2.5">
      <div className="min-w-0 grow">
        <h3 className="truncate font-semibold" title={file.name}>
          {file.name}
        </h3>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
          {version !== undefined && <span>{t('evidence.version', { version })}</span>}
          <span>{formatSize(file.size)}</span>
          {uploader && (
            <span title={formatDateTime(uploader.at)}>
              {t('evidence.uploadedBy', { name: uploader.name, date: formatShortDay(uploader.at) })}
            </span>
          )}
          <button
            type="button"
            onClick={copy}
            title={t('evidence.copyHash', { hash: file.sha256 })}
            className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
          >
            <Fingerprint size={13} aria-hidden />
            <span className="tabular">SHA-256 {file.sha256.slice(0, 12)}…</span>
            <span className="sr-only">({t('evidence.copy')})</span>
          </button>
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-2">
        {onCompare && (
          <Button icon={<Columns2 size={15} aria-hidden />} onClick={onCompare}>
            {t('evidence.compare.start')}
          </Button>
        )}
        <DownloadLink file={file} />
      </div>
    </header>
  )
}
