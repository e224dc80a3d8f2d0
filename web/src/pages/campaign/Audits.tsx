/** The audits of a campaign, what is late first: where, how far, with which results, and who answers. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lock, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useModel } from '@/api/model'
import { may, useUser } from '@/api/user'
import { formatPercent } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { ChoiceValue } from '@/resource/value/ChoiceValue'
import { Button } from '@/ui/Button'
import { AllInitials } from '@/ui/Initials'
import { Empty } from '@/ui/States'
import { AUDITS, resultsQuery } from '../audit/api'
import { ResultBar } from '../audit/ResultBar'
import { Due } from '../due/Due'
import type { Campaign } from './api'
import { byNeed, type CampaignAudit, isLate, namesIn, type Respondent } from './model'
import { RespondentsDialog } from './RespondentsDialog'

interface Props {
  campaign: Campaign
  audits: CampaignAudit[]
  /** Null if the reader does not see who answers. */
  respondents: Respondent[] | null
}

export function Audits({ campaign, audits, respondents }: Props) {
  const { t } = useTranslation()
  const [giving, setGiving] = useState<CampaignAudit | null>(null)
  if (audits.length === 0) return <Empty title={t('campaign.none')} />
  const several = new Set(audits.map(audit => audit.framework.id)).size > 1
  return (
    <div className="overflow-y-auto px-5 py-3 lg:px-8">
      <ul aria-label={t('campaign.audits')}>
        {byNeed(audits).map(audit => (
          <Line
            key={audit.id}
            audit={audit}
            several={several}
            names={respondents && namesIn(audit.id, respondents)}
            onGive={() => setGiving(audit)}
          />
        ))}
      </ul>
      {giving && (
        <RespondentsDialog
          audit={giving}
          start={campaign.status !== 'draft'}
          onClose={() => setGiving(null)}
        />
      )}
    </div>
  )
}

interface LineProps {
  audit: CampaignAudit
  /** Whether the campaign has more than one framework. */
  several: boolean
  names: string[] | null
  onGive: () => void
}

function Line({ audit, several, names, onGive }: LineProps) {
  const { t } = useTranslation()
  const results = useQuery(resultsQuery(audit.id)).data
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1.5 border-line border-b py-3 text-sm md:grid-cols-[minmax(0,1fr)_minmax(7rem,13rem)_7.5rem_8rem_2.5rem]">
      <div className="min-w-0">
        <Link
          to={to.item(AUDITS, audit.id)}
          title={audit.name}
          className="rounded-sm font-medium text-base underline-offset-3 hover:underline"
        >
          {audit.perimeter?.str ?? audit.name}
        </Link>
        <p className="truncate text-ink-soft">
          {audit.folder.str}
          {several && ` · ${audit.framework.str}`}
        </p>
      </div>
      <div className="flex items-center gap-2 max-md:order-4 max-md:col-span-2">
        <span className="min-w-0 grow">{results && <ResultBar tally={results} className="h-2" />}</span>
        <span className="tabular w-10 shrink-0 text-right">{formatPercent(audit.progress ?? 0)}</span>
      </div>
      <div className="flex items-center gap-1.5 max-md:justify-self-end">
        {audit.is_locked && (
          <Lock size={14} role="img" aria-label={t('campaign.locked')} className="shrink-0 text-ink-faint" />
        )}
        <Status audit={audit} />
      </div>
      <div className="max-md:order-5">
        {audit.due_date && <Due day={audit.due_date} what={t('campaign.due')} settled={!isOpen(audit)} />}
      </div>
      <div className="justify-self-end max-md:order-6">
        <Who audit={audit} names={names} onGive={onGive} />
      </div>
    </li>
  )
}

const isOpen = (audit: CampaignAudit) => isLate(audit) || !['done', 'deprecated'].includes(audit.status ?? '')

function Status({ audit }: { audit: CampaignAudit }) {
  const resource = useModel().resources[AUDITS]
  const field = resource?.fields.find(one => one.name === 'status')
  const choice = field?.choices?.find(one => one.key === audit.status)
  return resource && field && choice ? (
    <ChoiceValue resource={resource} field={field} choice={choice} />
  ) : null
}

function Who({ audit, names, onGive }: Pick<LineProps, 'audit' | 'names' | 'onGive'>) {
  const { t } = useTranslation()
  const user = useUser()
  if (!names) return null
  if (names.length > 0) return <AllInitials names={names} />
  if (audit.is_locked || !may(user, 'add_requirementassignment', audit.folder.id)) return null
  return (
    <Button
      size="sm"
      look="quiet"
      icon={<UserPlus size={15} />}
      label={t('campaign.give', { name: audit.perimeter?.str ?? audit.name })}
      onClick={onGive}
    />
  )
}
