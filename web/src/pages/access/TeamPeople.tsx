/** The people of a team, with what each of them is in it. */
import { Link } from '@tanstack/react-router'
import type { Ref } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { Avatar } from '@/ui/Avatar'
import { Badge } from '@/ui/Badge'
import { ButtonLink } from '@/ui/Button'
import type { DetailProps } from '..'

export default function TeamPeople({ resource, row }: DetailProps) {
  const { t } = useTranslation()
  const leader = row.leader as Ref | null
  const people = [
    ...(leader ? [{ ...leader, part: 'leader' }] : []),
    ...((row.deputies ?? []) as Ref[]).map(one => ({ ...one, part: 'deputy' })),
    ...((row.members ?? []) as Ref[]).map(one => ({ ...one, part: 'member' })),
  ]
  // Someone may be several things; the first counts.
  const once = people.filter((one, at) => people.findIndex(other => other.id === one.id) === at)
  return (
    <section aria-labelledby="team-people" className="max-w-3xl">
      <h2 id="team-people" className="mb-3 border-line border-b pb-1.5 font-semibold text-base">
        {t('people.team')} <span className="font-normal text-ink-soft">{once.length}</span>
      </h2>
      {once.length === 0 && (
        <div className="flex flex-col items-start gap-3 text-ink-soft">
          <p>{t('people.emptyTeam')}</p>
          {resource.permissions.change && (
            <ButtonLink to={`/teams/${row.id}/edit`}>{t('people.addMembers')}</ButtonLink>
          )}
        </div>
      )}
      <ul className="grid gap-2 sm:grid-cols-2">
        {once.map(one => (
          <li key={one.id}>
            <Link
              to={`/users/${one.id}`}
              className="flex items-center gap-3 rounded-lg border border-line bg-raised px-3 py-2 transition-colors hover:border-line-strong"
            >
              <Avatar name={one.str} />
              <span className="min-w-0 grow truncate font-medium">{one.str}</span>
              {one.part !== 'member' && (
                <Badge tone={one.part === 'leader' ? 'accent' : 'neutral'}>{t(`people.${one.part}`)}</Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
