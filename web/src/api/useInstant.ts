import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { DRAFT } from './draft'
import { AS_OF } from './past'

/** The instant that is looked at; none for now. */
export function useInstant(): string | undefined {
  const search = useSearch({ strict: false }) as { [AS_OF]?: string }
  return search[AS_OF] || undefined
}

/** Goes to an instant, or back to now, on the same page. */
export function useGoTo(): (at: string | undefined) => void {
  const navigate = useNavigate()
  return useCallback(
    at =>
      void navigate({
        to: '.',
        search: (now: Record<string, string>) => ({ ...now, [AS_OF]: at, ...(at && { [DRAFT]: undefined }) }),
      } as never),
    [navigate],
  )
}
