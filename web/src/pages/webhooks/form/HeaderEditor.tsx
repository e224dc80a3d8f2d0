/**
 * Custom headers. Their values are encrypted on the server and never returned, so changing them means
 * entering all of them again; until then only their names are shown.
 */
import { Lock, Plus, X } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'

export interface HeaderLine {
  name: string
  value: string
}

interface Props {
  /** Names that are stored; none for a new endpoint. */
  stored: string[]
  /** Null while the stored headers stay. */
  lines: HeaderLine[] | null
  onChange: (lines: HeaderLine[] | null) => void
}

export function HeaderEditor({ stored, lines, onChange }: Props) {
  const { t } = useTranslation()
  if (lines === null && stored.length > 0) {
    return (
      <div className="flex flex-col items-start gap-2">
        <ul className="flex flex-wrap gap-1.5">
          {stored.map(name => (
            <li
              key={name}
              className="flex items-center gap-1.5 rounded bg-sunken px-2 py-1 font-mono text-ink-soft text-xs"
            >
              <Lock size={12} aria-hidden /> {name}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onChange(stored.map(name => ({ name, value: '' })))}>
            {t('webhooks.headers.replace')}
          </Button>
          <Button size="sm" look="quiet" onClick={() => onChange([])}>
            {t('webhooks.headers.removeAll')}
          </Button>
        </div>
      </div>
    )
  }
  const all = lines ?? []
  const set = (at: number, change: Partial<HeaderLine>) =>
    onChange(all.map((line, index) => (index === at ? { ...line, ...change } : line)))
  return (
    <div className="flex flex-col items-start gap-2">
      {all.map((line, at) => (
        <div key={at} className="flex w-full gap-2">
          <input
            className="control basis-2/5 font-mono text-sm"
            aria-label={t('webhooks.headers.name', { n: at + 1 })}
            placeholder="X-Api-Key"
            autoComplete="off"
            spellCheck={false}
            value={line.name}
            onChange={event => set(at, { name: event.target.value })}
          />
          <input
            className="control grow font-mono text-sm"
            aria-label={t('webhooks.headers.value', { n: at + 1 })}
            placeholder={t('webhooks.headers.valueHint')}
            autoComplete="off"
            spellCheck={false}
            value={line.value}
            onChange={event => set(at, { value: event.target.value })}
          />
          <Button
            look="quiet"
            icon={<X size={15} />}
            label={t('common.remove', { name: line.name || t('webhooks.headers.name', { n: at + 1 }) })}
            onClick={() => onChange(all.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...all, { name: '', value: '' }])}
        >
          {t('webhooks.headers.add')}
        </Button>
        {stored.length > 0 && (
          <Button size="sm" look="quiet" onClick={() => onChange(null)}>
            {t('webhooks.headers.keep')}
          </Button>
        )}
      </div>
      {stored.length > 0 && lines !== null && (
        <p className="text-sm text-warn">
          {t(lines.length === 0 ? 'webhooks.headers.willRemove' : 'webhooks.headers.willReplace')}
        </p>
      )}
    </div>
  )
}
