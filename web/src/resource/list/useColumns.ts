/** Which columns a list shows: those in the URL, or else the person's own, or else the defaults. */
import { useCallback, useMemo } from 'react'
import type { Resource } from '@/api/model'
import { useInterface } from '@/api/user'
import { overrides } from '@/pages'
import { columns as allColumns, type Column, defaultColumns } from '../columns'
import type { ListState } from './useListState'

type State = Partial<Pick<ListState, 'columns' | 'set'>>

export function useColumns(resource: Resource, state: State) {
  const [ui, change] = useInterface()
  const own = ui.columns?.[resource.path]
  const names = useMemo(
    () => state.columns ?? own ?? overrides[resource.path]?.columns ?? defaultColumns(resource),
    [resource, state.columns, own],
  )
  const columns = useMemo((): Column[] => {
    const known = new Map(allColumns(resource).map(column => [column.name, column]))
    return names.flatMap(name => known.get(name) ?? [])
  }, [resource, names])
  const inAddress = !!state.columns
  const set = state.set
  /** A change is stored where the columns come from: a view keeps its own. */
  const choose = useCallback(
    (chosen: string[] | undefined) => {
      if (inAddress) return set?.({ columns: chosen?.join(',') })
      const { [resource.path]: _, ...rest } = ui.columns ?? {}
      change({ columns: chosen ? { ...rest, [resource.path]: chosen } : rest })
    },
    [inAddress, set, resource.path, ui.columns, change],
  )
  return { names, columns, choose }
}
