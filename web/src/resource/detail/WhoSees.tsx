/** Who can see an object, and why: as the server decides it, also at the instant being viewed. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { get } from '@/api/client'
import type { Ref, Resource, Row } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { Avatar } from '@/ui/Avatar'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Empty, Failed, Loading } from '@/ui/States'
import { WHO_CAN_SEE } from '../actions'
import { RefLink } from '../value/RefLink'
import { type Reason, useReasonWords } from './reasons'

interface Viewer {
  user: Ref
  email: string
  is_third_party: boolean
  is_service_account: boolean
  can: ('view' | 'change' | 'delete')[]
  reasons: Reason[]
}
interface Viewers {
  count: number
  results: Viewer[]
}

const PAGE = 50

export function WhoSees({ resource, row }: { resource: Resource; row: Row }) {
  const { t } = useTranslation()
  const viewers = useInfiniteQuery({
    queryKey: ['item', resource.path, row.id, WHO_CAN_SEE],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      get<Viewers>(`${resource.path}/${row.id}/${WHO_CAN_SEE}/`, { limit: PAGE, offset: pageParam }, signal),
    getNextPageParam: (_, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.results.length, 0)
      return shown < (pages[0]?.count ?? 0) ? shown : undefined
    },
    staleTime: 30_000,
  })
  if (viewers.isPending) return <Loading />
  if (viewers.error) return <Failed error={viewers.error} retry={() => void viewers.refetch()} />
  const all = viewers.data.pages.flatMap(page => page.results)
  const count = viewers.data.pages[0]?.count ?? 0
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">
        {t('seen.help')} {t('seen.count', { count })}
      </p>
      {count === 0 ? (
        <Empty title={t('seen.none')} />
      ) : (
        <ul className="overflow-hidden rounded-lg border border-line bg-raised">
          {all.map(viewer => (
            <Line key={viewer.user.id} viewer={viewer} />
          ))}
        </ul>
      )}
      {viewers.hasNextPage && (
        <Button
          className="self-start"
          disabled={viewers.isFetchingNextPage}
          onClick={() => void viewers.fetchNextPage()}
        >
          {t('seen.more')}
        </Button>
      )}
    </div>
  )
}

function Line({ viewer }: { viewer: Viewer }) {
  const { t } = useTranslation()
  const words = useReasonWords()
  return (
    <li className="flex items-start gap-3 border-line px-4 py-3 [&+&]:border-t">
      <Avatar name={viewer.user.str} />
      <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 grow basis-64 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <RefLink path="users" value={viewer.user} />
            {viewer.is_third_party && <Badge tone="info">{t('seen.external')}</Badge>}
            {viewer.is_service_account && <Badge>{t('seen.program')}</Badge>}
          </p>
          {viewer.reasons.map((reason, at) => (
            <p key={at} className="text-ink-soft text-sm">
              {words(reason, viewer.is_service_account)}
            </p>
          ))}
        </div>
        <span className="flex flex-wrap gap-1.5">
          {viewer.can.map(verb => (
            <Badge key={verb} tone={verb === 'view' ? 'neutral' : 'info'}>
              {t(`seen.${verb}`)}
            </Badge>
          ))}
        </span>
      </div>
    </li>
  )
}
