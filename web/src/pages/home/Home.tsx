/** The start page: what waits, how each domain stands, what happened. On a new instance, a guided start. */
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain, useDomains } from '@/api/domains'
import { displayName, useUser } from '@/api/user'
import { formatDate } from '@/i18n/format'
import { PageHeader } from '@/shell/PageHeader'
import { Loading } from '@/ui/States'
import { today } from '../due/days'
import { DomainState } from './DomainState'
import { DemoBar } from './demo/DemoBar'
import { useDemo } from './demo/useDemo'
import { MyWork } from './MyWork'
import { RecentChanges, useHasLog } from './RecentChanges'
import { useStart } from './start/useStart'

const GuidedStart = lazy(() => import('./start/GuidedStart'))

export default function Home() {
  const { t } = useTranslation()
  const user = useUser()
  const tree = useDomains()
  const domain = useDomain()
  const start = useStart()
  const demo = useDemo()
  const hasLog = useHasLog()
  const empty = (tree.children ?? []).length === 0
  // Who has loaded the demo wants to look around first; the start waits below.
  const looksAround = !!demo.folder && !start.done.domain
  const guide = start.shown && (
    <Suspense fallback={<Loading />}>
      <GuidedStart />
    </Suspense>
  )
  return (
    <div className="w-full max-w-7xl pb-12">
      <PageHeader
        title={t('welcome.title', { name: displayName(user).split(/[\s@]/)[0] })}
        note={
          domain ? t('home.within', { date: formatDate(today()), name: domain.name }) : formatDate(today())
        }
      />
      <div className="flex flex-col gap-8 px-5 pt-2 lg:px-8">
        {demo.folder && <DemoBar folder={demo.folder} />}
        {!looksAround && guide}
        {!empty && (
          <>
            <MyWork />
            <div
              className={hasLog ? 'grid items-start gap-4 xl:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]' : ''}
            >
              <DomainState />
              {hasLog && <RecentChanges />}
            </div>
          </>
        )}
        {looksAround && guide}
        {empty && !start.shown && <p className="text-ink-soft">{t('home.nothing')}</p>}
      </div>
    </div>
  )
}
