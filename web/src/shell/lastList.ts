import type { Params } from '@/api/client'

/** The list that was looked at last, so that its objects can be gone through one after the other. */
let last: { path: string; params: Params } | undefined

export function rememberList(path: string, params: Params) {
  last = { path, params }
}

export const lastList = (path: string) => (last?.path === path ? last : undefined)
