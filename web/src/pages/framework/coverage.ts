/** How the live audits of a framework stand together: as a whole, by audit, by section. */
import { queryOptions } from '@tanstack/react-query'
import { get } from '@/api/client'
import type { Ref, Row } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { AUDITS } from '../audit/api'
import { sumOf, type Tally, tallyOf } from '../audit/model/progress'

/** More would ask the server for too much at once. */
export const MOST = 12

export interface LiveAudit extends Row {
  name: string
  folder: Ref | null
  status: string
  due_date: string | null
}

/** Those under way, the ones that changed last first. */
export const liveQuery = (framework: string) =>
  pageQuery<LiveAudit>(
    AUDITS,
    {
      framework,
      status__in: 'planned,in_progress,in_review',
      fields: 'id,name,folder,status,due_date',
      ordering: '-updated_at',
    },
    0,
    MOST,
  )

export interface Part {
  id: string
  ref_id: string | null
  name: string | null
  tally: Tally
}

/** The sections of an audit, counted. */
export const partsQuery = (audit: string) =>
  queryOptions({
    queryKey: ['item', AUDITS, audit, 'sections'],
    queryFn: async ({ signal }): Promise<Part[]> => {
      type Told = Omit<Part, 'tally'> & { results: Record<string, number> }
      const path = `${AUDITS}/${audit}/section_compliance/`
      const { sections } = await get<{ sections: Told[] }>(path, undefined, signal)
      return sections.map(({ results, ...part }) => ({
        ...part,
        tally: tallyOf(Object.entries(results).map(([name, value]) => ({ name, value }))),
      }))
    },
    staleTime: 60_000,
  })

export const wholeOf = (parts: readonly Part[]): Tally => sumOf(parts.map(part => part.tally))

/** The sections of several audits, each once, in the order in which they come. */
export function together(audits: readonly Part[][]): Part[] {
  const found = new Map<string, Part>()
  for (const part of audits.flat()) {
    const known = found.get(part.id)
    found.set(part.id, known ? { ...known, tally: sumOf([known.tally, part.tally]) } : part)
  }
  return [...found.values()]
}
