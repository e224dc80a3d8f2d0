/** What a page shows while there is nothing to show: loading, empty, failed. */
import { CloudOff, Inbox, Lock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, OfflineError } from '@/api/client'
import { useTranslation } from '@/i18n/react'
import { Button } from './Button'
import { cn } from './cn'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-pulse rounded bg-sunken', className)} />
}

export function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex flex-col gap-3 p-6">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="h-7 w-64" />
      <Skeleton className="h-4 w-full max-w-xl" />
      <Skeleton className="h-4 w-full max-w-lg" />
      <Skeleton className="mt-4 h-40 w-full" />
    </div>
  )
}

export function Empty({ title, children, icon }: { title: string; children?: ReactNode; icon?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-6 py-14 text-center">
      <span className="rounded-full bg-sunken p-3 text-ink-faint [&_svg]:size-5">{icon ?? <Inbox />}</span>
      <h2 className="text-lg">{title}</h2>
      {children && <div className="flex flex-col items-center gap-3 text-ink-soft">{children}</div>}
    </div>
  )
}

/** Shows what went wrong in the server's own words, which give the reason. */
export function Failed({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation()
  const offline = error instanceof OfflineError
  const status = error instanceof ApiError ? error.status : 0
  const icon = offline ? <CloudOff /> : status === 403 ? <Lock /> : <TriangleAlert />
  const title = offline
    ? t('errors.offline')
    : error instanceof ApiError
      ? error.problem.title
      : t('errors.unexpected')
  return (
    <Empty title={title} icon={icon}>
      {!offline && <p>{error instanceof Error ? error.message : String(error)}</p>}
      {retry && <Button onClick={retry}>{t('common.retry')}</Button>}
    </Empty>
  )
}
