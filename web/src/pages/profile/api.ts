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
  /** What its calendar shows, if it is the key to a calendar feed. */
  calendar: { mine: boolean; at: string | null } | null
  /** Where the calendar is. Only in the response that creates it. */
  calendar_path?: string
  /** Only in the response that creates it. */
  token?: string
}

export const tokensQuery = queryOptions({
  queryKey: ['list', 'iam/auth-tokens'],
  queryFn: ({ signal }) => get<Token[]>('iam/auth-tokens/', undefined, signal),
  staleTime: 10_000,
})

export type TokenState = 'expired' | 'soon' | 'good' | 'endless'

/** How much longer a token is valid; a week before it expires it is time to create another. */
export function tokenState(token: Pick<Token, 'expiry'>, now = Date.now()): TokenState {
  if (!token.expiry) return 'endless'
  const left = Date.parse(token.expiry) - now
  return left <= 0 ? 'expired' : left < 7 * 86_400_000 ? 'soon' : 'good'
}

/** A browser that is signed in. */
export interface Session {
  id: string
  created: string
  expiry: string
  last_seen: string | null
  address: string | null
  agent: string | null
  is_current: boolean
}

export const sessionsQuery = queryOptions({
  queryKey: ['list', 'iam/sessions'],
  queryFn: ({ signal }) => get<Session[]>('iam/sessions/', undefined, signal),
  staleTime: 0,
})

// The first match counts: most browsers also name those after them.
const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Browser and system, from what a browser calls itself; its first word if it is none that is known. */
export function browserOf(agent: string | null): { browser?: string; system?: string } {
  const named = (all: [RegExp, string][]) => all.find(([sign]) => sign.test(agent ?? ''))?.[1]
  return { browser: named(BROWSERS) ?? agent?.split(/[\s/]/)[0], system: named(SYSTEMS) }
}
