/** What the audit is: its description, people, dates, and what it covers. */
import { useMemo, useRef } from 'react'
import { type Resource, type Row, useModel } from '@/api/model'
import { layoutOf } from '@/layouts'
import { arrange } from '@/resource/detail/arrange'
import { useConversation } from '@/resource/detail/comments'
import { Overview } from '@/resource/detail/Overview'
import { useRelated } from '@/resource/detail/related'
import { useDeeds } from '@/resource/detail/useDeeds'

export default function Details({ resource, row }: { resource: Resource; row: Row }) {
  const model = useModel()
  const layout = useMemo(() => layoutOf(resource), [resource])
  const arranged = useMemo(() => arrange(model, resource, layout), [model, resource, layout])
  const related = useRelated(resource, row, layout)
  const conversation = useConversation(resource)
  const deeds = useDeeds(resource, row, related)
  const draft = useRef('')
  return (
    <>
      <Overview
        resource={resource}
        row={row}
        layout={layout}
        arranged={arranged}
        related={related}
        conversation={conversation}
        deeds={deeds}
        draft={draft}
      />
      {deeds.dialog}
    </>
  )
}
