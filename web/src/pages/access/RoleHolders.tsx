/** Who has a role, and where. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from '@/i18n/react'
import { Avatar } from '@/ui/Avatar'
import { type Role, useAssignments } from './api'
import { useWhere } from './Where'

export function RoleHolders({ role }: { role: Role }) {
  const { t } = useTranslation()
  const where = useWhere()
  const assignments = useAssignments()
  const held = assignments.data?.filter(one => one.role.id === role.id) ?? []
  if (!assignments.data) return null
  return (
    <section aria-labelledby="holders">
      <h2 id="holders" className="mb-2 text-base">
        {t('roles.holders')}
      </h2>
      {held.length === 0 ? (
        <p className="text-ink-soft">{t('roles.nobody')}</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {held.map(one => {
            const who = one.user ?? one.user_group
            if (!who) return null
            return (
              <li key={one.id}>
                <Link
                  to={one.user ? `/users/${who.id}` : `/user-groups/${who.id}`}
                  className="flex items-center gap-2 rounded-lg border border-line bg-raised py-1.5 pr-3 pl-2 transition-colors hover:border-line-strong"
                >
                  <Avatar name={who.str} group={!one.user} size="sm" />
                  <span>
                    {who.str}{' '}
                    <span className="text-ink-soft text-sm">
                      {where({ folders: one.perimeter_folders, recursive: one.is_recursive })}
                    </span>
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
