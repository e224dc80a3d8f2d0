/** Whose work is shown: one's own, with or without that of one's teams, or everyone's. The choice is in the URL. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { get } from '@/api/client'
import { useWithin } from '@/api/domains'
import { useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { Segments } from '@/ui/Segments'
import type { Bucket } from './sources'

interface Assignments {
  results: Bucket[]
}

/** `mine` includes what is assigned to one's teams, `me` does not. */
export type Scope = 'me' | 'mine' | 'all'

/** What is assigned to the person, by resource and field. */
export function useAssigned(teams: boolean, enabled: boolean) {
  const within = useWithin()
  const params = teams ? within : { ...within, include_teams: 'false' }
  return useQuery({
    queryKey: ['list', 'folders', 'my_assignments', params],
    queryFn: ({ signal }) => get<Assignments>('folders/my_assignments/', params, signal),
    staleTime: 30_000,
    enabled,
  })
}

export function useWhose() {
  const user = useUser()
  const asked = (useSearch({ strict: false }) as { scope?: string }).scope
  const wanted = asked === 'me' || asked === 'mine' || asked === 'all' ? asked : undefined
  const assigned = useAssigned(true, !wanted)
  const total = assigned.data?.results.reduce((sum, one) => sum + one.count, 0) ?? 0
  // Someone without assignments sees everyone's work.
  const scope: Scope = wanted ?? (assigned.isPending || total > 0 ? 'mine' : 'all')
  const own = user.actor_id ? [user.actor_id] : []
  const actors = scope === 'all' ? null : scope === 'me' ? own : user.all_actor_ids
  return { scope, mine: scope !== 'all', actors, known: !!wanted || !assigned.isPending }
}

/** With `teams`, the work of one's teams can be left out. */
export function Whose({ scope, teams }: { scope: Scope; teams?: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const choose = (scope: Scope) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, scope }),
      replace: true,
    } as never)
  const scopes: Scope[] = teams ? ['me', 'mine', 'all'] : ['mine', 'all']
  return (
    <Segments
      label={t('work.whose')}
      value={!teams && scope === 'me' ? 'mine' : scope}
      segments={scopes.map(one => ({
        value: one,
        label: t(one === 'mine' && teams ? 'work.scope.teams' : `work.scope.${one}`),
      }))}
      onChange={choose}
    />
  )
}
