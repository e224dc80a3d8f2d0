/** Whose work is shown: one's own, or everyone's. The choice is in the URL. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { get } from '@/api/client'
import { useUser } from '@/api/user'
import { Segments } from '@/ui/Segments'

interface Assignments {
  results: { count: number }[]
}

export function useWhose() {
  const user = useUser()
  const wanted = (useSearch({ strict: false }) as { scope?: string }).scope
  const assigned = useQuery({
    queryKey: ['list', 'folders', 'my_assignments'],
    queryFn: ({ signal }) => get<Assignments>('folders/my_assignments/', {}, signal),
    staleTime: 30_000,
    enabled: !wanted,
  })
  const total = assigned.data?.results.reduce((sum, one) => sum + one.count, 0) ?? 0
  // Someone without assignments sees everyone's work.
  const mine = wanted ? wanted === 'mine' : assigned.isPending || total > 0
  return { mine, actors: mine ? user.all_actor_ids : null, known: !!wanted || !assigned.isPending }
}

export function Whose({ mine }: { mine: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const choose = (scope: string) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, scope }),
      replace: true,
    } as never)
  return (
    <Segments
      label={t('work.whose')}
      value={mine ? 'mine' : 'all'}
      segments={['mine', 'all'].map(scope => ({ value: scope, label: t(`work.scope.${scope}`) }))}
      onChange={choose}
    />
  )
}
