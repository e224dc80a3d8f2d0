/** Limits every list to a domain and its subdomains. The choice is in the URL, so a link includes it. */
import { useNavigate } from '@tanstack/react-router'
import { Check, ChevronsUpDown, Layers } from 'lucide-react'
import { useMemo, useState } from 'react'
import { flatten, useDomain, useDomains } from '@/api/domains'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { Popover } from '@/ui/Popover'
import { useListbox } from '@/ui/useListbox'

export function DomainSwitcher({ compact }: { compact?: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const domain = useDomain()
  const trigger = (
    <button
      type="button"
      title={compact ? (domain?.name ?? t('domain.all')) : undefined}
      className={cn(
        'flex items-center rounded-md border bg-raised font-medium transition-colors hover:border-line-strong',
        compact ? 'size-9 shrink-0 justify-center' : 'h-8 w-full min-w-0 gap-1.5 px-2 text-sm',
        compact && domain ? 'border-accent' : 'border-line',
      )}
    >
      <Layers size={15} aria-hidden className="shrink-0 text-accent-text" />
      <span className="sr-only">{t('domain.label')}: </span>
      <span className={compact ? 'sr-only' : 'grow truncate text-left'}>
        {domain?.name ?? t('domain.all')}
      </span>
      {!compact && <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-ink-faint" />}
    </button>
  )
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('domain.choose')}
      fit={!compact}
      className={compact ? 'w-72' : undefined}
      trigger={trigger}
    >
      <DomainList chosen={domain?.uuid} onChosen={() => setOpen(false)} />
    </Popover>
  )
}

function DomainList({ chosen, onChosen }: { chosen?: string; onChosen: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const tree = useDomains()
  const [text, setText] = useState('')
  const domains = useMemo(() => {
    const words = text.trim().toLowerCase()
    return flatten(tree).filter(domain => !words || domain.name.toLowerCase().includes(words))
  }, [tree, text])
  const take = (at: number) => {
    const domain = domains[at]
    if (!domain) return
    const id = domain.uuid === tree.uuid ? undefined : domain.uuid
    void navigate({ to: '.', search: (now: Record<string, string>) => ({ ...now, domain: id }) } as never)
    onChosen()
  }
  const box = useListbox(domains.length, take, text)
  return (
    <div className="flex flex-col">
      <input
        {...box.input}
        aria-label={t('domain.search')}
        placeholder={t('domain.search')}
        value={text}
        onChange={event => setText(event.target.value)}
        className="border-line border-b bg-transparent px-3 py-2 outline-none"
      />
      <div {...box.list} aria-label={t('domain.choose')} className="max-h-80 overflow-y-auto p-1">
        {domains.map((domain, at) => {
          const isChosen = chosen === domain.uuid || (!chosen && domain.uuid === tree.uuid)
          return (
            <div
              key={domain.uuid}
              {...box.option(at)}
              className={cn(
                'flex items-center gap-2 rounded-md px-2 py-1.5',
                at === box.active && 'bg-hover',
              )}
              style={{ paddingLeft: `${0.5 + (text ? 0 : domain.depth) * 0.875}rem` }}
            >
              <span className="min-w-0 grow">
                <span className="block truncate">
                  {domain.uuid === tree.uuid ? t('domain.all') : domain.name}
                </span>
                {text && domain.depth > 1 && (
                  <span className="block truncate text-ink-faint text-xs">
                    {domain.trail.slice(1, -1).join(' / ')}
                  </span>
                )}
              </span>
              {isChosen && <Check size={15} aria-hidden className="text-accent-text" />}
            </div>
          )
        })}
      </div>
      {domains.length === 0 && <p className="px-3 pb-3 text-ink-soft">{t('domain.none')}</p>}
    </div>
  )
}
