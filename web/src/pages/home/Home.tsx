/**
 * The home page: five numbers, work that is due, an overview of the domains, recent changes. On a new
 * instance, a guided setup.
 */

import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useDomain, useDomains, useWithin } from '@/api/domains'
import { displayName, isRespondent, useInterface, useUser } from '@/api/user'
import { formatDate } from '@/i18n/format'
import { withWords } from '@/i18n/parts'
import { useTranslation } from '@/i18n/react'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Failed, Loading } from '@/ui/States'
import { Cards, CardsToCome } from '../domain/Cards'
import { usePosture } from '../domain/posture'
import { Subdomains } from '../domain/Subdomains'
import { today } from '../due/days'
import { DemoBar } from './demo/DemoBar'
import { useDemo } from './demo/useDemo'
import { RecentChanges, useHasLog } from './RecentChanges'
import { useStart } from './start/useStart'
import { ApprovalsPanel, WorkPanel } from './WorkPanels'

const GuidedStart = lazy(withWords('start', () => import('./start/GuidedStart')))

export default function Home() {
  // Who is only here to answer finds nothing on a dashboard.
  return isRespondent(useUser()) ? <Navigate to="/questionnaires" replace /> : <Dashboard />
}

function Dashboard() {
  const { t } = useTranslation()
  const user = useUser()
  const tree = useDomains()
  const domain = useDomain()
  const { within } = useWithin()
  const posture = usePosture(within)
  const top = posture.data?.domains[0]
  const start = useStart()
  const [, change] = useInterface()
  const demo = useDemo()
  const hasLog = useHasLog()
  const empty = (tree.children ?? []).length === 0
  // Someone who has loaded the demo wants to look around first; the setup waits below.
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
      <div className="@container flex flex-col gap-6 px-5 pt-2 lg:px-8">
        {demo.folder && <DemoBar folder={demo.folder} />}
        {!looksAround && guide}
        {!empty && (
          <>
            {posture.error ? (
              <Failed error={posture.error} retry={() => void posture.refetch()} />
            ) : posture.data ? (
              <Cards posture={posture.data} domain={within} />
            ) : (
              <CardsToCome />
            )}
            <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
              <div className="@container flex min-w-0 flex-col gap-6">
                <WorkPanel />
                {posture.data && top && posture.data.domains.length > 1 && (
                  <Subdomains
                    posture={posture.data}
                    domain={top.id}
                    title={t('home.domains.title')}
                    most={8}
                  />
                )}
              </div>
              <div className="flex min-w-0 flex-col gap-4">
                <ApprovalsPanel />
                {hasLog && <RecentChanges />}
              </div>
            </div>
          </>
        )}
        {looksAround && guide}
        {empty && !start.shown && (
          <div className="flex flex-wrap items-center gap-3 text-ink-soft">
            <p>{t('home.nothing')}</p>
            {start.dismissed && (
              <Button onClick={() => change({ welcomed: false })}>{t('home.setUp')}</Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}
