/** The tree of domains, and the domain that the person has limited everything to. */
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
  /** Why there is no tree: the instant being viewed is not covered by the journal, or the draft cannot be viewed. */
  unknown?: ApiError
}

/** A person without any role may see no domain, but still has a profile. */
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
      if (error instanceof ApiError && (error.problem.errors?.as_of || error.problem.errors?.draft))
        return { ...NO_DOMAIN, unknown: error }
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

/** The ids of a domain and everything below it; empty if it is not in the tree. */
export function idsUnder(tree: Domain, id: string): string[] {
  const found = flatten(tree).find(domain => domain.uuid === id)
  return found ? flatten(found).map(domain => domain.uuid) : []
}

/** The domain in the URL, or null for everything. */
export function useDomain(): FlatDomain | null {
  const search = useSearch({ strict: false }) as { domain?: string }
  const tree = useDomains()
  return useMemo(
    () => (search.domain && flatten(tree).find(domain => domain.uuid === search.domain)) || null,
    [search.domain, tree],
  )
}

/** The ids of the chosen domain and those below it; null for everything. */
export function useDomainIds(): string[] | null {
  const tree = useDomains()
  const domain = useDomain()
  return useMemo(
    () => (!domain || domain.uuid === tree.uuid ? null : idsUnder(tree, domain.uuid)),
    [tree, domain],
  )
}

/** The parameters that limit lists and the search to the chosen domain. */
export function useWithin(): { within?: string } {
  const tree = useDomains()
  const domain = useDomain()
  const id = domain && domain.uuid !== tree.uuid ? domain.uuid : undefined
  return useMemo(() => (id ? { within: id } : {}), [id])
}
