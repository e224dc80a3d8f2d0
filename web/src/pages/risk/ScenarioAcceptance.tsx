/** Whether the risk of a scenario was accepted: by whom and until when, or who still has to decide. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Stamp } from 'lucide-react'
import { field, isRef, type Row, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { may, useUser } from '@/api/user'
import { formatShortDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { ChoiceValue } from '@/resource/value/ChoiceValue'
import { ACCEPTANCES } from './api'

export function ScenarioAcceptance({ scenario, editable }: { scenario: Row; editable: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const resource = useModel().resources[ACCEPTANCES]
  const params = { risk_scenarios: scenario.id, ordering: '-created_at' }
  const found = useQuery({ ...pageQuery(ACCEPTANCES, params, 0, 3), enabled: !!resource })
  if (!resource) return null
  const state = field(resource, 'state')
  const folder = isRef(scenario.folder) ? scenario.folder.id : undefined
  const mayAsk = editable && resource.permissions.add && may(user, `add_${resource.model}`, folder)
  const isOpen = !found.data?.results.some(row => row.state === 'accepted' || row.state === 'submitted')
  return (
    <div className="flex flex-col gap-2 border-line border-t pt-2.5 empty:hidden">
      {found.data?.results.map(row => {
        const choice = state?.choices?.find(one => one.key === row.state)
        return (
          <p key={row.id} className="text-xs">
            {state && choice && <ChoiceValue resource={resource} field={state} choice={choice} />}
            <Link
              to={to.item(ACCEPTANCES, row.id)}
              className="mt-0.5 block break-words rounded-sm underline-offset-3 hover:underline"
            >
              {String(row.name)}
            </Link>
            <span className="block text-ink-soft">
              {[
                isRef(row.approver) && t('risk.by', { name: row.approver.str }),
                typeof row.expiry_date === 'string' &&
                  t('risk.until', { date: formatShortDay(row.expiry_date) }),
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </p>
        )
      })}
      {mayAsk && isOpen && (
        <Link
          to={to.create(ACCEPTANCES)}
          search={
            {
              'set.risk_scenarios': scenario.id,
              'set.folder': folder,
              'set.name': t('risk.acceptanceOf', { name: String(scenario.ref_id || scenario.name) }),
            } as never
          }
          className="inline-flex min-h-6 w-fit items-center gap-1 rounded-sm font-medium text-accent-text text-xs underline-offset-3 hover:underline"
        >
          <Stamp size={13} aria-hidden />
          {t('risk.accept')}
        </Link>
      )}
    </div>
  )
}
