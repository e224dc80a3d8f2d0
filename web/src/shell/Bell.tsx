/** The way to the inbox, with how much is new in it. It is asked for once the page has all that it needs. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell as Icon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { get } from '@/api/client'
import { useModel } from '@/api/model'
import { whenQuiet } from '@/api/parts'
import { useDraft } from '@/api/useDraft'
import { useInstant } from '@/api/useInstant'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { INBOX } from './navigation'

const OFTEN = 5 * 60_000
const MOST = 99

/** Notifications are of now: the past and what-ifs have none. */
function useUnread(): number {
  const known = 'notifications' in useModel().resources
  const [instant, draft] = [useInstant(), useDraft()]
  const [quiet, setQuiet] = useState(false)
  useEffect(() => whenQuiet(() => setQuiet(true)), [])
  const found = useQuery({
    queryKey: ['list', 'notifications', 'unread'],
    queryFn: ({ signal }) => get<{ count: number }>('notifications/unread/', undefined, signal),
    enabled: known && quiet && !instant && !draft,
    refetchInterval: OFTEN,
    refetchOnWindowFocus: true,
    staleTime: 60_000,
  })
  return found.data?.count ?? 0
}

export function Bell({ className }: { className?: string }) {
  const { t } = useTranslation()
  const known = 'notifications' in useModel().resources
  const count = useUnread()
  if (!known) return null
  const label = count > 0 ? t('nav.unread', { count }) : t('nav.inbox')
  return (
    <Link
      to={INBOX}
      aria-label={label}
      title={label}
      className={cn(
        'relative grid size-7 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink',
        className,
      )}
    >
      <Icon size={16} aria-hidden />
      {count > 0 && (
        <span
          aria-hidden
          className="tabular absolute -top-1 -right-1.5 min-w-4 rounded-full bg-bad px-1 text-center font-semibold text-[0.625rem] text-raised leading-4"
        >
          {count > MOST ? `${formatNumber(MOST)}+` : formatNumber(count)}
        </span>
      )}
    </Link>
  )
}
