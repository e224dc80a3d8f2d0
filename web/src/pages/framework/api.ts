/** Requests of the framework page. */
import { queryOptions } from '@tanstack/react-query'
import { get } from '@/api/client'
import type { Ref } from '@/api/model'
import type { Page } from '@/api/objects'
import { grow, type NodeRow } from '../requirements/tree'

const MOST = 5000
const FIELDS = 'id,urn,parent_urn,ref_id,name,description,assessable,implementation_groups,retired_at'

type Node = NodeRow & { retired_at: string | null }

/** The requirements of a framework as a tree. A framework may have more than one answer holds. */
export const requirementsQuery = (framework: string) =>
  queryOptions({
    queryKey: ['list', 'requirement-nodes', 'tree', framework],
    queryFn: async ({ signal }) => {
      const rows: Node[] = []
      for (let more = true; more; ) {
        const params = { framework, fields: FIELDS, limit: MOST, offset: rows.length }
        const page = await get<Page<Node>>('requirement-nodes/', params, signal)
        rows.push(...page.results)
        more = page.next !== null && page.results.length > 0
      }
      return grow(rows.map(({ retired_at, ...row }) => ({ ...row, is_retired: retired_at !== null })))
    },
    staleTime: 300_000,
  })

export interface MappingSet {
  id: string
  name: string
  source_framework_urn: string
  target_framework_urn: string
}

export const mappingSetsQuery = queryOptions({
  queryKey: ['list', 'requirement-mapping-sets', 'all'],
  queryFn: async ({ signal }) => {
    const fields = 'id,name,source_framework_urn,target_framework_urn'
    return (await get<Page<MappingSet>>('requirement-mapping-sets/', { fields, limit: MOST }, signal)).results
  },
  staleTime: 60_000,
})

export interface Mapped {
  id: string
  ref_id: string | null
  name: string | null
  framework: Ref
  relationship: string
}

/** What a requirement corresponds to in other frameworks that are loaded. */
export const mappedQuery = (urn: string) =>
  queryOptions({
    queryKey: ['list', 'requirement-mappings', 'of', urn],
    queryFn: async ({ signal }) => {
      type Pair = { target_requirement_urn: string; relationship: string }
      const pairs = await get<Page<Pair>>(
        'requirement-mappings/',
        { source_requirement_urn: urn, fields: 'target_requirement_urn,relationship', limit: MOST },
        signal,
      )
      if (pairs.results.length === 0) return []
      const urns = [...new Set(pairs.results.map(pair => pair.target_requirement_urn))].join()
      const nodes = await get<Page<Omit<Mapped, 'relationship'> & { urn: string }>>(
        'requirement-nodes/',
        { urn__in: urns, fields: 'id,urn,ref_id,name,framework', limit: MOST },
        signal,
      )
      return nodes.results.map(node => ({
        ...node,
        relationship:
          pairs.results.find(pair => pair.target_requirement_urn === node.urn)?.relationship ?? '',
      }))
    },
    staleTime: 300_000,
  })
