import { useSuspenseQuery } from '@tanstack/react-query'
import { type CurrentUser, userQuery } from '@/api/user'

/** The signed-in user with everything that they may do in the present, also while something is only looked at. */
export function useRealUser(): CurrentUser {
  return useSuspenseQuery(userQuery).data
}
