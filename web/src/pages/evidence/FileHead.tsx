import { Fingerprint } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatSize } from '@/i18n/format'
import { toast } from '@/ui/Toast'
import type { EvidenceFile } from './files'
import { DownloadLink } from './preview/Preview'

/** The name of the file that is looked at, and the number that proves it is the same as ever. */
export function FileHead({ file }: { file: EvidenceFile }) {
  const { t } = useTranslation()
  const copy = () =>
    void navigator.clipboard.writeText(file.sha256).then(() => toast.good(t('common.copied')), toast.bad)
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-2.5">
      <div className="min-w-0 grow">
        <h3 className="truncate font-semibold" title={file.name}>
          {file.name}
        </h3>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
          <span>{formatSize(file.size)}</span>
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
      <DownloadLink file={file} />
    </header>
  )
}
