/** All work that is due, for the person or for everyone, by date. */
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDomain } from '@/api/domains'
import { formatNumber } from '@/i18n/format'
import { PageHeader } from '@/shell/PageHeader'
import { Empty, Failed, Skeleton } from '@/ui/States'
import { today } from '../due/days'
import { grouped } from './groups'
import { useWhose, Whose } from './useWhose'
import { WorkRows } from './WorkRows'
import { SOON, useApprovals, useWaiting } from './work'

export default function MyWork() {
  const { t } = useTranslation()
  const domain = useDomain()
  const { mine, actors, known } = useWhose()
  const waiting = useWaiting(actors)
  const approvals = useApprovals()
  const groups = grouped(waiting.items, today())
  const pending = waiting.pending || !known
  const note = pending
    ? ''
    : t(waiting.late > 0 ? 'work.summaryLate' : 'work.summary', { count: waiting.count, late: waiting.late })
  return (
    <div className="w-full max-w-5xl pb-12">
      <PageHeader
        title={t(mine ? 'work.mine' : 'work.everyones')}
        note={
          <span className="flex min-h-5.5 flex-wrap items-center gap-x-2">
            {domain && `${domain.name} · `}
            {/* The line is reserved before its text is loaded. */}
            {pending ? <Skeleton className="h-4 w-44" /> : note}
          </span>
        }
        actions={<Whose mine={mine} />}
      />
      <div className="flex flex-col gap-8 px-5 pt-2 lg:px-8">
        {waiting.error ? (
          <Failed error={waiting.error} retry={waiting.retry} />
        ) : pending ? (
          <Waiting />
        ) : groups.length === 0 ? (
          <Empty
            icon={<CircleCheck size={28} />}
            title={t(mine ? 'work.none' : 'work.noneAll', { days: SOON })}
          />
        ) : (
          groups.map(group => (
            <Section key={group.name} title={t(`work.group.${group.name}`)} count={group.items.length}>
              <WorkRows items={group.items} />
            </Section>
          ))
        )}
        {waiting.count > waiting.items.length && (
          <p className="text-ink-soft">
            {t('work.more', { shown: formatNumber(waiting.items.length), count: waiting.count })}
          </p>
        )}
        {!pending && approvals.items.length > 0 && (
          <Section title={t('work.approvals')} count={approvals.count}>
            <WorkRows items={approvals.items} />
          </Section>
        )}
      </div>
    </div>
  )
}

function Section({ title, count, children }: { title: string; count: number; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 flex items-center gap-2 border-line border-b pb-1.5 text-base">
        {title}
        <span className="tabular rounded-full bg-sunken px-1.5 font-medium text-ink-soft text-sm">
          {formatNumber(count)}
        </span>
      </h2>
      {children}
    </section>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{t('common.loading')}</span>
      {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
        <Skeleton key={key} className="h-10 w-full" />
      ))}
    </div>
  )
}
