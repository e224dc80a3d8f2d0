/** From a part of a chart to the list that it counts. */
import type { Params } from '@/api/client'

export interface Way {
  path: string
  search: Record<string, string>
}

/** The filters of a list without its order and its domain, which goes along by itself. */
export function filtersOf(params: Params): Record<string, string> {
  const { ordering: _, within: __, ...filters } = params
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}
