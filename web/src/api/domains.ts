/** The tree of domains, and the one that the person has narrowed everything to. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ApiError, get } from './client'

export interface Domain {
  name: string
  uuid: string
  content_type: string
  viewable: boolean
  writable?: boolean
  children?: Domain[]
  /** Why there is no tree: the journal cannot tell of the instant that is looked at. */
  unknown?: ApiError
}

/** Who was given nothing yet may see no domain, and has a profile all the same. */
const NO_DOMAIN: Domain = { name: '', uuid: '', content_type: 'GL', viewable: false }

export const domainsQuery = queryOptions({
  queryKey: ['list', 'folders', 'tree'],
  queryFn: async ({ signal }) => {
    try {
      return await get<Domain>(
        'folders/org_tree/',
        { include_perimeters: 'false', include_enclaves: 'true' },
        signal,
      )
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return NO_DOMAIN
      if (error instanceof ApiError && error.problem.errors?.as_of) return { ...NO_DOMAIN, unknown: error }
      throw error
    }
  },
  staleTime: 60_000,
})

export function useDomains(): Domain {
  return useSuspenseQuery(domainsQuery).data
}

export interface FlatDomain extends Domain {
  depth: number
  /** Names from the top, the domain's own last. */
  trail: string[]
}

/** The tree as lines, parents before children. */
export function flatten(domain: Domain, depth = 0, above: string[] = []): FlatDomain[] {
  const trail = [...above, domain.name]
  const below = (domain.children ?? []).flatMap(child => flatten(child, depth + 1, trail))
  return [{ ...domain, depth, trail }, ...below]
}

/** The domain of that id with everything under it, as ids; empty when it is not in the tree. */
export function idsUnder(tree: Domain, id: string): string[] {
  const found = flatten(tree).find(domain => domain.uuid === id)
  return found ? flatten(found).map(domain => domain.uuid) : []
}

/** The domain in the address, or null for everything. */
export function useDomain(): FlatDomain | null {
  const search = useSearch({ strict: false }) as { domain?: string }
  const tree = useDomains()
  return useMemo(
    () => (search.domain && flatten(tree).find(domain => domain.uuid === search.domain)) || null,
    [search.domain, tree],
  )
}

/** The chosen domain and those under it, as ids; null when everything is wanted. */
export function useDomainIds(): string[] | null {
  const tree = useDomains()
  const domain = useDomain()
  return useMemo(
    () => (!domain || domain.uuid === tree.uuid ? null : idsUnder(tree, domain.uuid)),
    [tree, domain],
  )
}

/** What lists and the search are asked for so that they stay within the chosen domain. */
export function useWithin(): { within?: string } {
  const tree = useDomains()
  const domain = useDomain()
  const id = domain && domain.uuid !== tree.uuid ? domain.uuid : undefined
  return useMemo(() => (id ? { within: id } : {}), [id])
}
