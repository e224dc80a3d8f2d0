import { useTranslation } from '@/i18n/react'
import { Badge } from '@/ui/Badge'
import { HEALTH_TONE, type Health, STATE_TONE } from './health'

export function HealthBadge({ health }: { health: Health }) {
  const { t } = useTranslation()
  return (
    <Badge tone={HEALTH_TONE[health]}>
      <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />
      {t(`webhooks.health.${health}`)}
    </Badge>
  )
}

export function StateBadge({ state }: { state: string }) {
  const { t } = useTranslation()
  return <Badge tone={STATE_TONE[state]}>{t(`webhooks.states.${state}`, state)}</Badge>
}
