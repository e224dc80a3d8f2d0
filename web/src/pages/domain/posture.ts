/** The overview of a domain with its subdomains: the counts, their trends, and each subdomain. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { get } from '@/api/client'
import { useModel } from '@/api/model'

export interface Point {
  date: string
  value: number
}

export interface Standing {
  name: string
  /** The resource that is counted, and the filters of the list that shows it. */
  resource: string
  query: Record<string, string>
  value: number
  trend: Point[]
}

export interface DomainStanding {
  id: string
  name: string
  parent: string | null
  values: Record<string, number>
}

export interface Posture {
  today: string
  measures: Standing[]
  domains: DomainStanding[]
}

export const DAYS = 90

const postureQuery = (within?: string) =>
  queryOptions({
    queryKey: ['list', 'folders', 'posture', within, DAYS],
    queryFn: ({ signal }) =>
      get<Posture>('folders/posture/', { ...(within && { within }), days: DAYS }, signal),
    staleTime: 30_000,
  })

/** A domain, or everything. What the instance does not use is left out. */
export function usePosture(within?: string) {
  const model = useModel()
  const used = (posture: Posture) => ({
    ...posture,
    measures: posture.measures.filter(measure => measure.resource in model.resources),
  })
  return useQuery({ ...postureQuery(within), select: used })
}

/** How many, by the name of the measure; none of what the reader may not see. */
export const valuesOf = (posture: Posture): Record<string, number> =>
  Object.fromEntries(posture.measures.map(one => [one.name, one.value]))

/** In percent, rounded so that only everything is 100 and only nothing is 0. */
export function share(part: number, whole: number): number {
  if (part <= 0 || whole <= 0) return 0
  if (part >= whole) return 100
  return Math.min(99, Math.max(1, Math.round((part / whole) * 100)))
}

export interface TreeLine extends DomainStanding {
  depth: number
  hasBelow: boolean
}

/** The domains under one, parents before children, each by its depth. */
export function tree(domains: DomainStanding[], top: string): TreeLine[] {
  const below = (parent: string, depth: number): TreeLine[] =>
    domains
      .filter(one => one.parent === parent && one.id !== parent)
      .sort((a, b) => a.name.localeCompare(b.name))
      .flatMap(one => {
        const inner = below(one.id, depth + 1)
        return [{ ...one, depth, hasBelow: inner.length > 0 }, ...inner]
      })
  return below(top, 0)
}

/** How much a measure has changed since its first day, and how long ago that was. */
export function change(trend: Point[]): { by: number; days: number } | undefined {
  const [first, last] = [trend[0], trend.at(-1)]
  if (!first || !last || first === last) return undefined
  const days = Math.round((Date.parse(last.date) - Date.parse(first.date)) / 86_400_000)
  return days > 0 ? { by: last.value - first.value, days } : undefined
}
