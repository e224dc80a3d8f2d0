/** A view is the query of its list: filters, search, order, columns and grouping. */
import type { ListState } from '../useListState'

type State = Pick<ListState, 'search' | 'columns' | 'group'>

/** In one order, so that the same view is the same text. */
const text = (params: [string, string][]) =>
  new URLSearchParams(params.sort(([a], [b]) => a.localeCompare(b))).toString()

/** What the address says, to be compared with a view. */
export function queryOf({ search, columns, group }: State): string {
  const shown = { ...(columns && { columns: columns.join(',') }), ...(group && { group }) }
  return text(Object.entries({ ...search, ...shown }))
}

/** What a new view saves: including the columns from the person's preferences. */
export function kept(state: State, columns: string[]): string {
  return queryOf({ ...state, columns })
}

export const normal = (query: string) => text([...new URLSearchParams(query)])

/** The parameters of a view for the address. One that says nothing of columns or groups leaves none. */
export function paramsOf(query: string): Record<string, string> {
  return { columns: '', group: '', ...Object.fromEntries(new URLSearchParams(query)) }
}
