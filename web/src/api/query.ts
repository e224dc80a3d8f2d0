import { hashKey, notifyManager, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './client'
import { instant } from './past'

/** What is kept of one instant must not be taken for another: lists and objects are kept for each by itself. */
function hashed(key: QueryKey): string {
  const at = key[0] === 'list' || key[0] === 'item' ? instant() : undefined
  return hashKey(at ? [...key, { at }] : key)
}

// What a click changed here is drawn within the same turn, not in the next: a box that is ticked would show
// itself unticked in between.
notifyManager.setScheduler(queueMicrotask)

/** What the server refuses stays refused; only failures of the way there are tried again. */
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
