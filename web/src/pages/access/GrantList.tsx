/** What someone may do, as sentences: a role, where, and through what. */
import { Link } from '@tanstack/react-router'
import { ShieldCheck, X } from 'lucide-react'
import { labels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import type { Grant } from './grants'
import { useWhere } from './Where'

interface Props {
  grants: Grant[]
  /** Offers to remove one; left out if this person may not. */
  onRemove?: (grant: Grant) => void
  canRemove?: (grant: Grant) => boolean
}

export function GrantList({ grants, onRemove, canRemove = () => true }: Props) {
  const { t } = useTranslation()
  const where = useWhere()
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
      {grants.map(grant => (
        <li key={`${grant.id}-${grant.via?.id}`} className="flex items-center gap-3 px-4 py-3">
          <ShieldCheck size={18} aria-hidden className="shrink-0 text-accent-text" />
          <div className="min-w-0 grow">
            <p className="break-words">
              <Link
                to={`/roles/${grant.role.id}`}
                className="rounded-sm font-medium underline-offset-3 hover:underline"
              >
                {labels.known('roles', grant.role.str)}
              </Link>{' '}
              <span className="text-ink-soft">{where(grant)}</span>
            </p>
            <p className="text-ink-soft text-sm">
              {grant.via ? (
                <>
                  {t('access.through')}{' '}
                  <Link
                    to={`/user-groups/${grant.via.id}`}
                    className="rounded-sm underline underline-offset-3 hover:text-ink"
                  >
                    {labels.known('user-groups', grant.via.str)}
                  </Link>
                </>
              ) : (
                t(grant.builtin ? 'access.keptByCairn' : 'access.directly')
              )}
            </p>
          </div>
          {onRemove && canRemove(grant) && (
            <Button
              look="quiet"
              size="sm"
              icon={<X size={15} />}
              label={t(grant.via ? 'access.leaveGroup' : 'access.takeAway', {
                name: grant.via
                  ? labels.known('user-groups', grant.via.str)
                  : labels.known('roles', grant.role.str),
              })}
              onClick={() => onRemove(grant)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
