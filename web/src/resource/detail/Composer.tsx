import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { Button } from '@/ui/Button'

interface Props {
  label: string
  verb: string
  value?: string
  /** Takes the words; what it does not take stays to be sent again. */
  onSend: (text: string) => Promise<boolean>
  onCancel?: () => void
}

/** A few lines of Markdown; Ctrl-Enter sends them. */
export function Composer({ label, verb, value = '', onSend, onCancel }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState(value)
  const [busy, setBusy] = useState(false)
  const typed = useRef(text)
  typed.current = text
  const send = async () => {
    if (busy || !text.trim()) return
    setBusy(true)
    const taken = await onSend(text.trim())
    setBusy(false)
    if (taken) setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
    if (event.key === 'Escape' && onCancel) onCancel()
  }
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        value={text}
        autoFocus={!!onCancel}
        aria-describedby={`${id}-hint`}
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="control field-sizing-content max-h-80 min-h-20 resize-y"
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" disabled={busy || !text.trim()} onClick={() => void send()}>
          {verb}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
        <p id={`${id}-hint`} className="text-ink-faint text-sm">
          {t('comments.hint')}
        </p>
      </div>
      <LeaveGuard isDirty={() => typed.current.trim() !== value.trim()} />
    </div>
  )
}
