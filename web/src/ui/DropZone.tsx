import { Upload } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { cn } from './cn'

interface Props {
  onFiles: (files: File[]) => void
  busy?: boolean
  /** What happens to the files; said before how to add them. */
  label?: string
  /** Of the input, so that a button elsewhere can open it. */
  id?: string
  /** One file of these kinds, instead of any number of any. */
  accept?: string
  /** One line high, for a side column. */
  compact?: boolean
}

/** Accepts files that are dropped on it, pasted anywhere on the page, or chosen. */
export function DropZone({ onFiles, busy, label, id: given, accept, compact }: Props) {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  const made = useId()
  const id = given ?? made
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  return (
    <div
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length > 0) onFiles(files)
      }}
      className={cn(
        'flex flex-wrap items-center justify-center gap-1.5 rounded-lg border border-line-strong border-dashed px-4 text-ink-soft transition-colors',
        compact ? 'py-2 text-sm' : accept ? 'py-12' : 'py-6',
        over && 'border-accent bg-accent-soft',
      )}
      aria-busy={busy}
    >
      <Upload size={16} aria-hidden />
      {label && <span className="font-medium text-ink">{label}</span>}
      {label && <span className="basis-full" />}
      <span>{t(busy ? 'form.uploading' : accept ? 'form.dropFile' : 'form.dropFiles')}</span>
      <label
        htmlFor={id}
        className={cn(
          'cursor-pointer rounded-sm text-accent-text underline underline-offset-3 focus-within:outline-2 focus-within:outline-focus',
          busy && 'sr-only',
        )}
      >
        {t(accept ? 'form.chooseFile' : 'form.chooseFiles')}
        <input
          id={id}
          type="file"
          multiple={!accept}
          accept={accept}
          disabled={busy}
          className="sr-only"
          onChange={event => {
            const files = [...(event.target.files ?? [])]
            event.target.value = ''
            if (files.length > 0) onFiles(files)
          }}
        />
      </label>
    </div>
  )
}
