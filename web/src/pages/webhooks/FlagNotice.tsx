/** Says that webhooks are off, and turns them on. */
import { useQuery } from '@tanstack/react-query'
import { Power } from 'lucide-react'
import { settingsQuery, useChangeSettings, useMayChangeSettings } from '@/api/settings'
import { useTranslation } from '@/i18n/react'
import { Button, ButtonLink } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { toast } from '@/ui/Toast'

/** Whether the feature is on; undefined until it is known. */
export function useFeature(): boolean | undefined {
  return useQuery(settingsQuery('feature-flags')).data?.outgoing_webhooks
}

export function FlagNotice() {
  const { t } = useTranslation()
  const on = useFeature()
  const mayChange = useMayChangeSettings()
  const change = useChangeSettings('feature-flags')
  if (on !== false) return null
  const switchOn = () =>
    change.mutate({ outgoing_webhooks: true } as never, {
      onSuccess: () => toast.good(t('webhooks.switchedOn')),
      onError: toast.bad,
    })
  return (
    <Callout
      tone="warn"
      icon={Power}
      title={t('webhooks.offTitle')}
      action={
        <>
          <ButtonLink look="quiet" to="/settings/feature-flags">
            {t('flags.title')}
          </ButtonLink>
          {mayChange && (
            <Button look="primary" disabled={change.isPending} onClick={switchOn}>
              {t('webhooks.switchOn')}
            </Button>
          )}
        </>
      }
    >
      {t(mayChange ? 'webhooks.offHelp' : 'webhooks.offAsk')}
    </Callout>
  )
}
