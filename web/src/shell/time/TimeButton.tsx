import { History } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useInstant } from '@/api/useInstant'
import { formatDateTime } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { Popover } from '@/ui/Popover'
import { Loading } from '@/ui/States'

const TimePicker = lazy(async () => ({ default: (await import('./TimePicker')).TimePicker }))

/** Opens the choice of the instant; stands beside the choice of the domain, since one says where and the other when. */
export function TimeButton({ className }: { className?: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const at = useInstant()
  const label = at ? t('time.of', { when: formatDateTime(at) }) : t('time.title')
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('time.title')}
      className="w-84 max-w-[calc(100vw-1rem)]"
      trigger={
        <button
          type="button"
          aria-label={label}
          title={label}
          className={cn(
            'grid size-8 shrink-0 place-items-center rounded-md border transition-colors',
            at
              ? 'border-past bg-past text-past-ink'
              : 'border-line bg-raised text-ink-soft hover:border-line-strong hover:text-ink',
            className,
          )}
        >
          <History size={15} aria-hidden />
        </button>
      }
    >
      <Suspense fallback={<Loading />}>
        <TimePicker onDone={() => setOpen(false)} />
      </Suspense>
    </Popover>
  )
}
