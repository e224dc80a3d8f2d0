import { queryOptions } from '@tanstack/react-query'
import { get } from '@/api/client'

export interface Token {
  id: string
  name: string
  created: string
  expiry: string | null
  last_used: string | null
  read_only: boolean
  /** Its changes wait until a person approves them. */
  propose_only: boolean
  folder: string | null
  /** Only in the answer that makes it. */
  token?: string
}

export const tokensQuery = queryOptions({
  queryKey: ['list', 'iam/auth-tokens'],
  queryFn: ({ signal }) => get<Token[]>('iam/auth-tokens/', undefined, signal),
  staleTime: 10_000,
})

export type TokenState = 'expired' | 'soon' | 'good' | 'endless'

/** How long a token still has; a week before its end it is time to make another. */
export function tokenState(token: Pick<Token, 'expiry'>, now = Date.now()): TokenState {
  if (!token.expiry) return 'endless'
  const left = Date.parse(token.expiry) - now
  return left <= 0 ? 'expired' : left < 7 * 86_400_000 ? 'soon' : 'good'
}
