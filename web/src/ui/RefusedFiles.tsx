/** Refused files, each with the reason, until they are dismissed. */
import { FileX2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from './Button'

export interface Refused {
  name: string
  reason: string
}

export function RefusedFiles({ files, onDismiss }: { files: Refused[]; onDismiss: (file: Refused) => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className={files.length > 0 ? 'rounded-lg bg-bad-soft px-3 py-2' : undefined}>
      {files.length > 0 && (
        <>
          <p className="font-medium">{t('files.refused', { count: files.length })}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {files.map((file, at) => (
              <li key={at} className="flex items-start gap-2 text-sm">
                <FileX2 size={15} aria-hidden className="mt-1 shrink-0 text-bad" />
                <span className="min-w-0 grow break-words pt-0.5">
                  <span className="font-medium">{file.name}</span>{' '}
                  <span className="text-ink-soft">{file.reason}</span>
                </span>
                <Button
                  size="sm"
                  look="quiet"
                  icon={<X size={14} />}
                  label={t('files.dismiss', { name: file.name })}
                  onClick={() => onDismiss(file)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** The refused files of a place for files. */
export function useRefused() {
  const [files, setFiles] = useState<Refused[]>([])
  return {
    files,
    add: (more: Refused[]) => setFiles(now => [...now, ...more]),
    dismiss: (file: Refused) => setFiles(now => now.filter(one => one !== file)),
  }
}
