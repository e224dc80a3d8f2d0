/** Picks a domain from the tree. */
import { Check, ChevronsUpDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { flatten, useDomains } from '@/api/domains'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { useWiring } from '@/ui/Field'
import { Popover } from '@/ui/Popover'
import { useListbox } from '@/ui/useListbox'
import type { ControlProps } from './Control'

export function FolderControl({ value, onChange, disabled }: ControlProps) {
  const { t } = useTranslation()
  const { 'aria-required': _, ...wiring } = useWiring()
  const tree = useDomains()
  const [open, setOpen] = useState(false)
  const all = useMemo(() => flatten(tree).filter(domain => domain.viewable), [tree])
  const chosen = all.find(domain => domain.uuid === value)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('domain.choose')}
      fit
      trigger={
        <button
          type="button"
          {...wiring}
          disabled={disabled}
          className="control flex items-center gap-2 text-left"
        >
          <span className={cn('grow truncate', !chosen && 'text-ink-faint')}>
            {chosen ? chosen.trail.slice(chosen.trail.length > 1 ? 1 : 0).join(' / ') : t('domain.choose')}
          </span>
          <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-ink-faint" />
        </button>
      }
    >
      <Tree
        domains={all}
        chosen={chosen?.uuid}
        onChoose={id => {
          onChange(id)
          setOpen(false)
        }}
      />
    </Popover>
  )
}

function Tree({
  domains,
  chosen,
  onChoose,
}: {
  domains: ReturnType<typeof flatten>
  chosen?: string
  onChoose: (id: string) => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const found = domains.filter(domain => domain.name.toLowerCase().includes(text.trim().toLowerCase()))
  const box = useListbox(found.length, at => found[at] && onChoose(found[at].uuid), text)
  return (
    <>
      <input
        {...box.input}
        autoFocus
        aria-label={t('domain.search')}
        placeholder={t('domain.search')}
        value={text}
        onChange={event => setText(event.target.value)}
        className="w-full border-line border-b bg-transparent px-3 py-2 outline-none"
      />
      <div {...box.list} aria-label={t('domain.choose')} className="max-h-72 overflow-y-auto p-1">
        {found.map((domain, at) => (
          <div
            key={domain.uuid}
            {...box.option(at)}
            className={cn('flex items-center gap-2 rounded-md px-2 py-1.5', at === box.active && 'bg-hover')}
            style={{ paddingLeft: `${0.5 + (text ? 0 : domain.depth) * 0.875}rem` }}
          >
            <span className="min-w-0 grow truncate">{domain.name}</span>
            {domain.uuid === chosen && <Check size={15} aria-hidden className="text-accent-text" />}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-3 pb-3 text-ink-soft">{t('domain.none')}</p>}
    </>
  )
}
