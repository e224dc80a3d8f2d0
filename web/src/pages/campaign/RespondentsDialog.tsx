/** Gives a whole audit of the campaign to people or teams. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRef, useModel } from '@/api/model'
import { itemQuery, refresh } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { ManyControl } from '@/resource/form/ReferenceControl'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormField } from '@/ui/Field'
import { toast } from '@/ui/Toast'
import { ASSIGNMENTS } from '../audit/assign/api'
import { giveAudit } from './api'
import type { CampaignAudit } from './model'

interface Props {
  audit: CampaignAudit
  /** Whether they can answer at once. */
  start: boolean
  onClose: () => void
}

export function RespondentsDialog({ audit, start, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const resource = useModel().resources[ASSIGNMENTS]
  const field = resource?.fields.find(one => one.name === 'actor')
  const perimeter = audit.perimeter?.id ?? ''
  const usual = useQuery({ ...itemQuery('perimeters', perimeter), enabled: !!perimeter }).data
    ?.default_assignee
  const [chosen, setChosen] = useState<string[] | null>(null)
  const actors = chosen ?? (Array.isArray(usual) ? usual.filter(isRef).map(one => one.id) : [])
  const give = useMutation({
    mutationFn: () => giveAudit(audit.id, actors, start),
    onSuccess: () => {
      toast.good(t('campaign.given'))
      onClose()
    },
    onError: toast.bad,
    onSettled: () => refresh(client),
  })
  if (!resource || !field) return null
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('campaign.giveTitle', { name: audit.perimeter?.str ?? audit.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            look="primary"
            disabled={actors.length === 0 || give.isPending}
            onClick={() => give.mutate()}
          >
            {t('audit.assign.verb')}
          </Button>
        </>
      }
    >
      <FormField label={t('audit.assign.who')} help={t(start ? 'campaign.giveNow' : 'campaign.giveDraft')}>
        <ManyControl
          resource={resource}
          field={field}
          value={actors}
          onChange={value => setChosen(value as string[])}
        />
      </FormField>
    </Dialog>
  )
}
