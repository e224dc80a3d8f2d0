/** Who can see an object, and why. */
import { useQuery } from '@tanstack/react-query'
import { useDomains } from '@/api/domains'
import type { Resource, Row } from '@/api/model'
import { labels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Badge } from '@/ui/Badge'
import { Empty, Failed, Loading } from '@/ui/States'
import { RefLink } from '../value/RefLink'
import { accessQuery, type Grant } from './grants'

export function WhoSees({ resource, row }: { resource: Resource; row: Row }) {
  const { t } = useTranslation()
  const tree = useDomains()
  const access = useQuery(accessQuery(resource, row, { id: tree.uuid, str: tree.name }))
  if (access.isPending) return <Loading />
  if (access.error) return <Failed error={access.error} retry={() => void access.refetch()} />
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">{t('seen.help')}</p>
      {access.data.length === 0 ? (
        <Empty title={t('seen.none')} />
      ) : (
        <ul className="overflow-hidden rounded-lg border border-line bg-raised">
          {access.data.map(grant => (
            <Line key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
      {row.is_published === true && <p className="text-ink-soft">{t('seen.published')}</p>}
    </div>
  )
}

const SHOWN = 12

function Line({ grant }: { grant: Grant }) {
  const { t } = useTranslation()
  const more = grant.members.length - SHOWN
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line px-4 py-3 [&+&]:border-t">
      <div className="flex min-w-0 grow basis-72 flex-col gap-1.5">
        <p className="font-medium">
          <RefLink path={grant.who.path} value={grant.who} />
        </p>
        {grant.members.length > 0 && (
          <p className="text-sm leading-6">
            {grant.members.slice(0, SHOWN).map((member, at) => (
              <span key={member.id}>
                {at > 0 && ', '}
                <RefLink path="users" value={member} />
              </span>
            ))}
            {more > 0 && <span className="text-ink-soft"> {t('remove.andMore', { count: more })}</span>}
          </p>
        )}
        <p className="text-ink-soft text-sm">
          {t('seen.through', { role: labels.known('roles', grant.role.str), domain: grant.on.str })}
        </p>
      </div>
      <span className="flex gap-1.5">
        {grant.may.map(verb => (
          <Badge key={verb} tone={verb === 'view' ? 'neutral' : 'info'}>
            {t(`seen.${verb}`)}
          </Badge>
        ))}
      </span>
    </li>
  )
}
