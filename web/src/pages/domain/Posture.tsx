/** The page of a domain: its numbers, its subdomains, and beside that its people and recent changes. */
import { useMemo } from 'react'
import { useModel } from '@/api/model'
import { layoutOf } from '@/layouts'
import { arrange } from '@/resource/detail/arrange'
import { canTell } from '@/resource/detail/grants'
import { Properties } from '@/resource/detail/Properties'
import { Prose } from '@/resource/detail/Prose'
import { usePresentRow } from '@/resource/past/usePresent'
import { Failed } from '@/ui/States'
import type { DetailProps } from '..'
import { useHasLog } from '../home/RecentChanges'
import { Cards, CardsToCome } from './Cards'
import { ComingUp } from './ComingUp'
import { Lately } from './Lately'
import { People } from './People'
import { usePosture } from './posture'
import { Subdomains, SubdomainsToCome } from './Subdomains'

export default function PosturePage({ resource, row }: DetailProps) {
  const model = useModel()
  const posture = usePosture(row.id)
  const now = usePresentRow(resource.path, row)
  const arranged = useMemo(() => arrange(model, resource, layoutOf(resource)), [model, resource])
  const hasLog = useHasLog()
  return (
    <div className="@container px-5 py-5 lg:px-8">
      <div className="flex flex-col gap-7">
        {arranged.prose.map(field => (
          <Prose key={field.name} resource={resource} row={row} now={now} field={field} />
        ))}
        {posture.error ? (
          <Failed error={posture.error} retry={() => void posture.refetch()} />
        ) : posture.data ? (
          <Cards posture={posture.data} domain={row.id} />
        ) : (
          <CardsToCome />
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-7 @4xl:grid-cols-[minmax(0,1fr)_clamp(16.5rem,27%,20rem)]">
          <div className="@container flex min-w-0 flex-col gap-7">
            {posture.data ? (
              <Subdomains posture={posture.data} domain={row.id} />
            ) : (
              <SubdomainsToCome domain={row.id} />
            )}
            {hasLog && <Lately domain={row.id} />}
          </div>
          <div className="flex min-w-0 flex-col gap-7">
            <ComingUp domain={row.id} />
            {canTell(model, resource) && <People resource={resource} row={row} />}
            <Properties resource={resource} row={row} now={now} groups={arranged.properties} alone />
          </div>
        </div>
      </div>
    </div>
  )
}
