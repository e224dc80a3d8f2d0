/** Controls that the framework suggests and the audit does not have yet. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '@/api/objects'
import { may, useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { toast } from '@/ui/Toast'
import { useWork } from '../work'
import { type Suggestion, suggestionsQuery, takeSuggestions } from './api'

export function Suggested() {
  const { t } = useTranslation()
  const { audit, editable } = useWork()
  const user = useUser()
  const allowed = editable && may(user, 'add_appliedcontrol', audit.folder.id)
  const found = useQuery({ ...suggestionsQuery(audit.id), enabled: allowed }).data ?? []
  const [asking, setAsking] = useState(false)
  if (!allowed || found.length === 0) return null
  return (
    <Callout
      icon={Lightbulb}
      title={t('plan.suggested', { count: found.length })}
      action={
        <Button size="sm" onClick={() => setAsking(true)}>
          {t('plan.take')}
        </Button>
      }
    >
      {t('plan.suggestedHelp')}
      {asking && <Take suggestions={found} onClose={() => setAsking(false)} />}
    </Callout>
  )
}

function Take({ suggestions, onClose }: { suggestions: Suggestion[]; onClose: () => void }) {
  const { t } = useTranslation()
  const { audit } = useWork()
  const client = useQueryClient()
  const take = useMutation({
    mutationFn: () => takeSuggestions(audit.id),
    onSuccess: taken => {
      toast.good(t('plan.taken', { count: taken.length }))
      onClose()
    },
    onError: toast.bad,
    onSettled: () => refresh(client),
  })
  return (
    <ConfirmDialog
      title={t('plan.takeTitle', { count: suggestions.length })}
      verb={t('plan.take')}
      busy={take.isPending}
      onConfirm={() => take.mutate()}
      onClose={onClose}
    >
      <p className="mb-2">{t('plan.takeHelp', { domain: audit.folder.str })}</p>
      <ul tabIndex={0} aria-label={t('plan.take')} className="max-h-72 overflow-y-auto text-sm">
        {suggestions.map(one => (
          <li
            key={one.reference_control.id}
            className="flex justify-between gap-3 border-line border-t py-1.5"
          >
            <span className="min-w-0">{one.name}</span>
            <span className="shrink-0 text-ink-soft">
              {t(one.suggestion_status === 'link' ? 'plan.links' : 'plan.isFor', {
                count: one.requirement_assessments.length,
              })}
            </span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
