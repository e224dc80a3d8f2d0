/** An entry of the calendar. What is overdue says so in a shape and in words, not only in red. */
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { cn } from '@/ui/cn'
import { iconNamed } from '@/ui/icons'
import { type Entry, told } from './entries'

/** In a day of a month or a week. */
export function EntryChip({ entry, tab, lines }: { entry: Entry; tab: number; lines?: boolean }) {
  const { t } = useTranslation()
  const Icon = iconNamed(useModel().resources[entry.resource]?.icon)
  return (
    <Link
      to={to.item(entry.resource, entry.id)}
      tabIndex={tab}
      title={`${entry.str} · ${told(entry.label)}`}
      className={cn(
        'flex min-w-0 items-start gap-1.5 rounded px-1.5 py-0.75 text-xs leading-4.5',
        entry.is_overdue ? 'bg-bad-soft text-bad' : 'bg-sunken text-ink hover:bg-hover',
      )}
    >
      {entry.is_overdue ? (
        <TriangleAlert size={12} className="mt-0.75 shrink-0" aria-label={t('calendar.overdue')} />
      ) : (
        <Icon size={12} aria-hidden className="mt-0.75 shrink-0 text-ink-faint" />
      )}
      <span className="min-w-0">
        <span className={cn('block', lines ? 'line-clamp-2 break-words font-medium' : 'truncate')}>
          {entry.str}
        </span>
        {lines && <span className="block truncate opacity-90">{told(entry.label)}</span>}
      </span>
    </Link>
  )
}

/** In the list. */
export function EntryLine({ entry, domain }: { entry: Entry; domain: string | undefined }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const resource = useModel().resources[entry.resource]
  const Icon = iconNamed(resource?.icon)
  return (
    <Link
      to={to.item(entry.resource, entry.id)}
      data-entry
      className="-mx-2 flex min-h-12 items-center gap-3 rounded-md px-2 py-1 hover:bg-hover"
    >
      <Icon size={16} aria-hidden className="shrink-0 text-ink-faint" />
      <span className="min-w-0 grow">
        <span className="block font-medium max-sm:line-clamp-2 sm:truncate" title={entry.str}>
          {entry.str}
        </span>
        <span className="block text-ink-soft text-sm max-sm:line-clamp-2 sm:truncate">
          {[resource && labels.name(resource), told(entry.label), domain].filter(Boolean).join(' · ')}
        </span>
      </span>
      {entry.is_overdue && (
        <span className="inline-flex shrink-0 items-center gap-1 font-medium text-bad text-sm">
          <TriangleAlert size={13} aria-hidden />
          {t('calendar.overdue')}
        </span>
      )}
    </Link>
  )
}
