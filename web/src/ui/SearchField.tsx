import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { cn } from './cn'

/** How long a label fits into the field; a longer one is read out, and shown on pointing at it. */
const ROOM = 34

interface Props {
  label: string
  /** Stands in the empty field where the label has no room. */
  hint?: string
  value: string
  onChange: (text: string) => void
  /** Waits for a pause before it reports a change; for searches on the server. */
  calm?: boolean
  className?: string
}

export function SearchField({ label, hint, value, onChange, calm, className }: Props) {
  const { t } = useTranslation()
  const short = hint ?? (label.length > ROOM ? t('common.search') : undefined)
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (!calm || text === value) return
    const timer = setTimeout(() => onChange(text), 250)
    return () => clearTimeout(timer)
  }, [calm, text, value, onChange])
  return (
    <div className={cn('relative min-w-0 grow basis-52', className ?? 'max-w-72')}>
      <Search
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-faint"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={short ?? label}
        title={short && label}
        value={text}
        onChange={event => {
          setText(event.target.value)
          if (!calm) onChange(event.target.value)
        }}
        className="control pl-8"
      />
    </div>
  )
}
