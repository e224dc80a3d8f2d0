/** A grouped list of any length: all headings first, their rows on scroll. */
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Row } from '@/api/model'
import { PAGE_SIZE, pageQuery } from '@/api/objects'
import { groupsQuery, linesOf, onlyGroup } from './groups'

export function useGroupedRows(path: string, params: Record<string, string>, by: string, sums: string[]) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [range, setRange] = useState<[number, number]>([0, 0])
  const client = useQueryClient()
  const answer = useQuery(groupsQuery(path, by, params, sums))
  const groups = answer.data?.groups
  const lines = useMemo(() => linesOf(groups ?? [], folded), [groups, folded])

  /** The pages in sight, each of one group. */
  const wanted = useMemo(() => {
    const pages = new Map<string, { group: number; page: number }>()
    for (const line of lines.slice(range[0], range[1] + 1)) {
      if (line.at === null) continue
      const page = Math.floor(line.at / PAGE_SIZE)
      pages.set(`${line.group} ${page}`, { group: line.group, page })
    }
    return [...pages.values()]
  }, [lines, range])
  const query = useCallback(
    (group: number, page: number) => {
      const one = groups?.[group]
      return pageQuery(path, { ...params, ...(one && onlyGroup(by, one)) }, page)
    },
    [groups, path, params, by],
  )
  const pages = useQueries({ queries: wanted.map(({ group, page }) => query(group, page)) })
  const loaded = pages.map(page => page.dataUpdatedAt).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages seen before are read from the cache
  const rows = useMemo(() => {
    const known = new Map<string, Row[] | undefined>()
    return lines.map(({ group, at }): Row | undefined => {
      if (at === null) return undefined
      const page = Math.floor(at / PAGE_SIZE)
      const name = `${group} ${page}`
      if (!known.has(name)) known.set(name, client.getQueryData(query(group, page).queryKey)?.results)
      return known.get(name)?.[at % PAGE_SIZE]
    })
  }, [lines, query, loaded, client])
  const toggle = useCallback((key: string) => {
    setFolded(now => {
      const next = new Set(now)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }, [])
  return {
    groups,
    lines,
    rows,
    folded,
    toggle,
    foldAll: (all: boolean) => setFolded(new Set(all ? (groups ?? []).map(group => String(group.key)) : [])),
    count: answer.data?.count ?? 0,
    pending: answer.isPending,
    stale: false,
    error: answer.error ?? pages.find(page => page.error)?.error ?? null,
    retry: () => void answer.refetch(),
    show: (from: number, to: number) =>
      setRange(now => (now[0] === from && now[1] === to ? now : [from, to])),
  }
}
