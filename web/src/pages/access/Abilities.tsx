/** What a person can do in each domain, and why: as the server decides it, also at the instant being viewed. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { get } from '@/api/client'
import type { Ref } from '@/api/model'
import { labels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { RefLink } from '@/resource/value/RefLink'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Empty, Failed, Loading } from '@/ui/States'

interface Ability {
  domain: Ref
  path: Ref[]
  kind: 'role' | 'publication'
  role: Ref | null
  group: Ref | null
  through_group: boolean
  assigned_on: Ref | null
  inherited: boolean
  permissions: string[]
}
interface Page {
  count: number
  results: Ability[]
  is_active: boolean
  is_third_party: boolean
}

const PAGE = 100

export default function Abilities({
  user,
  name,
  isProgram,
}: {
  user: string
  name: string
  isProgram: boolean
}) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery({
    queryKey: ['item', 'users', user, 'what-can-they-do'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      get<Page>(`users/${user}/what-can-they-do/`, { limit: PAGE, offset: pageParam }, signal),
    getNextPageParam: (_, all) => {
      const shown = all.reduce((sum, page) => sum + page.results.length, 0)
      return shown < (all[0]?.count ?? 0) ? shown : undefined
    },
    staleTime: 30_000,
  })
  if (pages.isPending) return <Loading />
  if (pages.error) return <Failed error={pages.error} retry={() => void pages.refetch()} />
  const [first] = pages.data.pages
  const domains = byDomain(pages.data.pages.flatMap(page => page.results))
  return (
    <div className="flex flex-col gap-4 px-5 py-6 lg:px-8">
      <p className="text-ink-soft">{t('abilities.help', { name })}</p>
      {first && !first.is_active && <Callout tone="warn">{t('abilities.disabled')}</Callout>}
      {first?.is_third_party && <Callout>{t('abilities.external')}</Callout>}
      {domains.length === 0 ? (
        <Empty title={t('abilities.none', { name })} />
      ) : (
        <ul className="overflow-hidden rounded-lg border border-line bg-raised">
          {domains.map(abilities => (
            <Domain key={abilities[0]?.domain.id} abilities={abilities} isProgram={isProgram} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Button
          className="self-start"
          disabled={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('seen.more')}
        </Button>
      )}
    </div>
  )
}

/** They come in the order of the domains. */
function byDomain(abilities: Ability[]): Ability[][] {
  const groups: Ability[][] = []
  for (const ability of abilities) {
    const last = groups.at(-1)
    if (last?.[0]?.domain.id === ability.domain.id) last.push(ability)
    else groups.push([ability])
  }
  return groups
}

function Domain({ abilities, isProgram }: { abilities: Ability[]; isProgram: boolean }) {
  const [first] = abilities
  if (!first) return null
  return (
    <li className="grid gap-x-6 gap-y-1.5 border-line px-4 py-3 sm:grid-cols-[14rem_1fr] [&+&]:border-t">
      <div className="min-w-0">
        <p className="font-medium">
          <RefLink path="folders" value={first.domain} />
        </p>
        {first.path.length > 0 && (
          <p className="truncate text-ink-faint text-sm">{first.path.map(one => one.str).join(' / ')}</p>
        )}
      </div>
      <ul className="flex min-w-0 flex-col gap-2">
        {abilities.map((ability, at) => (
          <Line key={at} ability={ability} isProgram={isProgram} />
        ))}
      </ul>
    </li>
  )
}

function Line({ ability, isProgram }: { ability: Ability; isProgram: boolean }) {
  const { t } = useTranslation()
  const way = ability.group
    ? t('seen.through', { group: labels.known('user-groups', ability.group.str) })
    : t(ability.through_group ? 'seen.hiddenGroup' : 'seen.directly')
  const parts = [
    ability.kind === 'publication' && t('abilities.publication'),
    (ability.inherited || ability.kind === 'publication') &&
      t('abilities.inherited', { domain: ability.assigned_on?.str ?? t('seen.hiddenDomain') }),
    way,
    t('abilities.permissions', { count: ability.permissions.length }),
  ]
  return (
    <li className="min-w-0">
      <p>
        {ability.role ? (
          <RefLink path="roles" value={ability.role} />
        ) : (
          <span className="text-ink-soft">{t(isProgram ? 'seen.ownPermissions' : 'seen.hiddenRole')}</span>
        )}
      </p>
      <p className="text-ink-soft text-sm" title={ability.permissions.join(', ')}>
        {parts.filter(Boolean).join(' · ')}
      </p>
    </li>
  )
}
