/** Starts, closes or reopens a campaign, and says first what that does to its audits. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Lock, LockOpen, Play } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { toast } from '@/ui/Toast'
import { type Campaign, closeCampaign, reopenCampaign, startCampaign } from './api'
import { type CampaignAudit, namesIn, type Respondent } from './model'

interface Props {
  campaign: Campaign
  audits: CampaignAudit[]
  respondents: Respondent[]
}

export function NextStep({ campaign, audits, respondents }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const over = campaign.status === 'done' || campaign.status === 'deprecated'
  const step = campaign.status === 'draft' || !campaign.status ? 'start' : over ? 'reopen' : 'close'
  const act = useMutation({
    mutationFn: () =>
      step === 'start'
        ? startCampaign(campaign.id, audits, respondents)
        : step === 'close'
          ? closeCampaign(campaign.id, audits)
          : reopenCampaign(campaign.id, audits),
    onSuccess: () => {
      toast.good(t(`campaign.did.${step}`))
      setAsking(false)
    },
    onError: toast.bad,
    onSettled: () => refresh(client),
  })
  const Icon = step === 'start' ? Play : step === 'close' ? Lock : LockOpen
  const planned = audits.filter(audit => audit.status === 'planned').length
  const drafts = respondents.filter(one => one.status === 'draft').length
  const alone = audits.filter(audit => namesIn(audit.id, respondents).length === 0).length
  const unfinished = audits.filter(audit => audit.status !== 'done' && audit.status !== 'deprecated').length
  return (
    <>
      <Button
        look={step === 'start' ? 'primary' : 'plain'}
        icon={<Icon size={15} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t(`campaign.step.${step}`)}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t(`campaign.ask.${step}`)}
          verb={t(`campaign.step.${step}`)}
          danger={step === 'close'}
          busy={act.isPending}
          onConfirm={() => act.mutate()}
          onClose={() => setAsking(false)}
        >
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {step === 'start' && (
              <>
                <li>{t('campaign.willStart', { count: planned })}</li>
                {drafts > 0 && <li>{t('campaign.willAsk', { count: drafts })}</li>}
                {alone > 0 && <li>{t('campaign.nobody', { count: alone })}</li>}
              </>
            )}
            {step === 'close' && (
              <>
                <li>{t('campaign.willLock', { count: audits.length })}</li>
                {unfinished > 0 && <li>{t('campaign.unfinished', { count: unfinished })}</li>}
              </>
            )}
            {step === 'reopen' && <li>{t('campaign.willUnlock', { count: audits.length })}</li>}
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}
