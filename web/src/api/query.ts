import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client'

/** What the server refuses stays refused; only failures of the way there are tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 2,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always' },
  },
})
