/** The page of a campaign: how its audits stand, who answers, and what is next. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { field, type Resource, title, useModel } from '@/api/model'
import { may, useUser } from '@/api/user'
import { formatNumber, formatPercent } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { crumbs } from '@/resource/detail/crumbs'
import { ChoiceFact } from '@/resource/detail/Facts'
import { History } from '@/resource/detail/History'
import { Loaded } from '@/resource/detail/Loaded'
import { MoreMenu } from '@/resource/detail/MoreMenu'
import { NotFound } from '@/resource/ResourcePage'
import { PageHeader } from '@/shell/PageHeader'
import { Failed, Loading } from '@/ui/States'
import { Tabs } from '@/ui/Tabs'
import { resultsQuery } from '../audit/api'
import { ASSIGNMENTS } from '../audit/assign/api'
import Details from '../audit/Details'
import { sumOf } from '../audit/model/progress'
import { RESULTS } from '../audit/model/tree'
import { ResultMark, useResultWords } from '../audit/ResultMark'
import { Assessed, Figure } from '../audit/SummaryParts'
import { Audits } from './Audits'
import { auditsQuery, CAMPAIGNS, type Campaign, campaignQuery, respondentsQuery } from './api'
import { type CampaignAudit, isLate } from './model'
import { NextStep } from './NextStep'

export default function CampaignPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const resource = useModel().resources[CAMPAIGNS]
  const campaign = useQuery(campaignQuery(id))
  if (!resource) return <NotFound />
  return (
    <Loaded query={campaign} path={CAMPAIGNS} id={id}>
      {row => <Whole key={id} resource={resource} campaign={row} />}
    </Loaded>
  )
}

function Whole({ resource, campaign }: { resource: Resource; campaign: Campaign }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const user = useUser()
  const status = field(resource, 'status')
  const found = useQuery(auditsQuery(campaign.id))
  const audits = found.data ?? []
  const mayAssign = ASSIGNMENTS in useModel().resources
  const respondents =
    useQuery({ ...respondentsQuery(audits.map(one => one.id)), ...(!mayAssign && { enabled: false }) })
      .data ?? []
  const mayEdit =
    resource.permissions.change && !resource.read_only && may(user, 'change_campaign', campaign.folder.id)
  const shown = mayEdit ? resource : { ...resource, permissions: { ...resource.permissions, change: false } }
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <PageHeader
        title={title(campaign, resource)}
        crumbs={crumbs(resource, campaign, labels.plural(resource))}
        mark={status && <ChoiceFact resource={shown} row={campaign} field={status} />}
        actions={
          <>
            {mayEdit && found.data && (
              <NextStep campaign={campaign} audits={audits} respondents={respondents} />
            )}
            <MoreMenu resource={resource} row={campaign} edit={mayEdit} />
          </>
        }
      >
        {audits.length > 0 && <Summary campaign={campaign} audits={audits} />}
      </PageHeader>
      <Tabs
        label={t('detail.sections')}
        tabs={[
          {
            name: 'audits',
            label: t('campaign.audits'),
            count: found.data?.length,
            view: () =>
              found.error ? (
                <Failed error={found.error} retry={() => void found.refetch()} />
              ) : found.data ? (
                <Audits campaign={campaign} audits={audits} respondents={mayAssign ? respondents : null} />
              ) : (
                <Loading />
              ),
          },
          {
            name: 'about',
            label: t('audit.about'),
            view: () => <Details resource={resource} row={campaign} />,
          },
          {
            name: 'history',
            label: t('detail.history'),
            view: () => <History resource={resource} id={campaign.id} />,
          },
        ]}
      />
    </div>
  )
}

function Summary({ campaign, audits }: { campaign: Campaign; audits: CampaignAudit[] }) {
  const { t } = useTranslation()
  const words = useResultWords()
  const results = useQueries({ queries: audits.map(audit => resultsQuery(audit.id)) })
  const total = sumOf(results.flatMap(one => one.data ?? []))
  const mean = audits.reduce((sum, audit) => sum + (audit.progress ?? 0), 0) / audits.length
  const late = audits.filter(audit => isLate(audit)).length
  const done = audits.filter(audit => audit.status === 'done').length
  return (
    <div className="flex items-center gap-x-8 gap-y-3 max-sm:flex-wrap">
      <Figure value={formatPercent(Math.floor(mean))} label={t('campaign.progress')} />
      <Figure
        value={t('audit.of', { some: formatNumber(done), all: formatNumber(audits.length) })}
        label={t('campaign.done')}
      />
      {late > 0 && <Figure bad value={formatNumber(late)} label={t('campaign.late', { count: late })} />}
      <Assessed total={total} due={campaign.due_date} done={campaign.status === 'done'}>
        {RESULTS.map(result => (
          <li key={result} className="inline-flex min-h-6 items-center gap-1.5">
            <ResultMark result={result} size={13} />
            <span className="tabular font-semibold">{formatNumber(total.results[result])}</span>
            {words.counted(result, total.results[result])}
          </li>
        ))}
      </Assessed>
    </div>
  )
}
