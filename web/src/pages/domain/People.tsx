/** The people in a domain, each with the role that gives them access. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDomains } from '@/api/domains'
import { formatNumber } from '@/i18n/format'
import { labels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { accessQuery, type Grant } from '@/resource/detail/grants'
import { QUIET, Section } from '@/resource/detail/Section'
import { RefLink } from '@/resource/value/RefLink'
import { Avatar } from '@/ui/Avatar'
import { Skeleton } from '@/ui/States'
import type { DetailProps } from '..'

const SHOWN = 6

interface Person {
  id: string
  name: string
  roles: string[]
}

/** Each person once, with all roles that reach here, whether of their own or of a group. */
export function peopleOf(grants: Grant[]): Person[] {
  const people = new Map<string, Person>()
  for (const grant of grants) {
    const who = grant.who.path === 'users' ? [grant.who] : grant.members
    for (const one of who) {
      const person = people.get(one.id) ?? { id: one.id, name: one.str, roles: [] }
      if (!person.roles.includes(grant.role.str)) person.roles.push(grant.role.str)
      people.set(one.id, person)
    }
  }
  return [...people.values()].sort((a, b) => a.name.localeCompare(b.name))
}

const said = ({ roles }: Person) => roles.map(role => labels.known('roles', role)).join(', ')

export function People({ resource, row }: DetailProps) {
  const { t } = useTranslation()
  const root = useDomains()
  const access = useQuery(accessQuery(resource, row, { id: root.uuid, str: root.name }))
  const people = peopleOf(access.data ?? [])
  if (access.error) return null
  return (
    <Section
      title={t('posture.people', { count: people.length })}
      action={
        <Link to="/role-assignments" search={{ domain: row.id } as never} className={QUIET}>
          {t('posture.manage')}
        </Link>
      }
    >
      {access.isPending ? (
        <Skeleton className="h-8 w-full" />
      ) : people.length === 0 ? (
        <p className="text-ink-soft text-sm">{t('posture.nobody')}</p>
      ) : (
        <ul className="flex flex-col gap-2 pt-1 text-sm">
          {people.slice(0, SHOWN).map(person => (
            <li key={person.id} className="flex items-center gap-2.5">
              <Avatar name={person.name} size="sm" />
              <span className="min-w-0 grow truncate">
                <RefLink path="users" value={{ id: person.id, str: person.name }} />
              </span>
              <span className="max-w-1/2 truncate text-ink-soft" title={said(person)}>
                {said(person)}
              </span>
            </li>
          ))}
          {people.length > SHOWN && (
            <li className="text-ink-soft">
              {t('remove.andMore', {
                count: people.length - SHOWN,
                number: formatNumber(people.length - SHOWN),
              })}
            </li>
          )}
        </ul>
      )}
    </Section>
  )
}
