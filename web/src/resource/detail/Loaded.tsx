/** Something that is loaded before its page: shown once it is there, or why it is not. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '@/api/client'
import { Failed, Loading } from '@/ui/States'
import { Gone } from './Gone'

interface Props<T> {
  query: UseQueryResult<T>
  path: string
  id: string
  children: (data: T) => ReactNode
}

export function Loaded<T>({ query, path, id, children }: Props<T>) {
  if (query.isPending) return <Loading />
  if (query.data) return children(query.data)
  const gone = query.error instanceof ApiError && query.error.status === 404
  return gone ? (
    <Gone path={path} id={id} />
  ) : (
    <Failed error={query.error} retry={() => void query.refetch()} />
  )
}
