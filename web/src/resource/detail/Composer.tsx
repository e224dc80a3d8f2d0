import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { content } from '@/ui/focus'

interface Props {
  label: string
  verb: string
  value?: string
  /** What there is if nothing is sent; the text it begins with, unless that was typed before. */
  saved?: string
  onType?: (text: string) => void
  /** Sends the text; if that fails, the text stays to be sent again. */
  onSend: (text: string) => Promise<boolean>
  onCancel?: () => void
}

/** A few lines of Markdown; Ctrl-Enter sends them. */
export function Composer({ label, verb, value = '', saved = value, onType, onSend, onCancel }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState(value)
  const [busy, setBusy] = useState(false)
  const typed = useRef(text)
  typed.current = text
  const type = (words: string) => {
    setText(words)
    onType?.(words)
  }
  const send = async () => {
    if (busy || !text.trim()) return
    setBusy(true)
    const taken = await onSend(text.trim())
    setBusy(false)
    if (taken) type('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
    if (event.key !== 'Escape') return
    // The text stays; the next Escape leaves.
    if (onCancel && text === saved) onCancel()
    else content()?.focus({ preventScroll: true })
  }
  return (
    <div className="group/composer flex flex-col gap-2">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        id={id}
        rows={1}
        placeholder={label}
        value={text}
        autoFocus={!!onCancel}
        aria-describedby={`${id}-hint`}
        onChange={event => type(event.target.value)}
        onKeyDown={onKeyDown}
        className="control field-sizing-content max-h-60 min-h-9 resize-none group-focus-within/composer:min-h-16"
      />
      {/* Its place is there only while someone writes: a side has little of it. */}
      <div
        className={cn(
          'flex-wrap items-center gap-2 group-focus-within/composer:flex',
          text || onCancel ? 'flex' : 'hidden',
        )}
      >
        <Button size="sm" disabled={busy || !text.trim()} onClick={() => void send()}>
          {verb}
        </Button>
        {onCancel && (
          <Button size="sm" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
        <p id={`${id}-hint`} className="text-ink-faint text-sm">
          {t('comments.hint')}
        </p>
      </div>
      <LeaveGuard isDirty={() => typed.current.trim() !== saved.trim()} />
    </div>
  )
}
