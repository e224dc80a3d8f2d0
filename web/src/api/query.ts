import { hashKey, notifyManager, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './client'
import { draft } from './draft'
import { instant } from './past'

/** Lists and objects are cached separately for each instant and draft, so that one is never taken for another. */
function hashed(key: QueryKey): string {
  const at = key[0] === 'list' || key[0] === 'item' ? (instant() ?? draft()) : undefined
  return hashKey(at ? [...key, { at }] : key)
}

// A change by a click is drawn in the same turn, not in the next: otherwise a ticked box would flash
// unticked.
notifyManager.setScheduler(queueMicrotask)

/** What the server refuses stays refused; only connection failures are retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 2,
      refetchOnWindowFocus: true,
      queryKeyHashFn: hashed,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Waits until everything that was asked for so far has come, or failed. */
export function fetched(): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (queryClient.isFetching() > 0) return
      stop()
      resolve()
    }
    const stop = queryClient.getQueryCache().subscribe(look)
    look()
  })
}
