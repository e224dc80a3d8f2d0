/** Proofs that the journal was not changed. */
import { queryOptions } from '@tanstack/react-query'
import { get } from '@/api/client'
import { may, useUser } from '@/api/user'

export interface Head {
  size: number
  root: string
  at: string
  key: string
  signature: string
  /** All of it in one line. */
  text: string
}

export interface NewestHead {
  head: Head | null
  public_key: string | null
  waiting: number
}

export const headQuery = queryOptions({
  queryKey: ['journal', 'head'],
  queryFn: ({ signal }) => get<NewestHead>('journal/head/', undefined, signal),
  refetchInterval: query => (query.state.data?.waiting ? 3000 : false),
  staleTime: 5000,
})

export interface InclusionProof {
  seq: number
  index: number
  hash: string
  size: number
  head: Head
}

export const proofQuery = (seq: number) =>
  queryOptions({
    queryKey: ['journal', 'proof', seq],
    queryFn: ({ signal }) => get<InclusionProof>('journal/proof/', { seq }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Heads and proofs are for instance administrators. */
export function useMaySeeProof(): boolean {
  const user = useUser()
  return may(user, 'view_role', user.root_folder_id)
}
