/** Why the result is no longer supported, cause by cause. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useModel } from '@/api/model'
import { formatShortDay } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Callout } from '@/ui/Callout'
import { type Cause, staleQuery } from '../api'
import { useWork } from '../work'

export function Stale({ row }: { row: string }) {
  const { t } = useTranslation()
  const { audit } = useWork()
  const say = useCause()
  const causes = useQuery(staleQuery(audit.id)).data?.get(row)
  return (
    <div className="py-3">
      <Callout tone="warn" title={t('audit.staleTitle')}>
        <ul className="flex flex-col gap-1 text-sm">
          {causes?.map(cause => (
            <li key={`${cause.reason} ${cause.id}`}>
              <Link
                to={`/${cause.resource}/${cause.id}`}
                className="font-medium text-ink underline underline-offset-3"
              >
                {cause.name}
              </Link>{' '}
              {say(cause)}
            </li>
          ))}
        </ul>
        <p className="mt-1 text-sm">{t('audit.staleCheck')}</p>
      </Callout>
    </div>
  )
}

/** A cause in words, after its name. */
export function useCause(): (cause: Cause) => string {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  return cause => {
    if (cause.reason === 'evidence_expired')
      return cause.expired_on
        ? t('audit.causes.expiredOn', { day: formatShortDay(cause.expired_on) })
        : t('audit.causes.expired')
    const resource = model.resources[cause.resource]
    const field = resource?.fields.find(one => one.name === 'status')
    const choice = field?.choices?.find(one => one.key === cause.status)
    const status = resource && field && choice ? labels.choice(resource, field, choice) : (cause.status ?? '')
    return t(cause.reason === 'control_inactive' ? 'audit.causes.inactive' : 'audit.causes.withdrawn', {
      status,
    })
  }
}
