/** What the parts of the page of a draft share. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { Problem } from './model/problems'
import type { Drafting } from './useDraft'

export interface Shared extends Drafting {
  editable: boolean
  problems: Problem[]
  /** By the URN of the object that they are about. */
  problemsOf: (urn: string) => Problem[]
}

const Context = createContext<Shared | null>(null)
export const DraftingProvider = Context.Provider

export function useDrafting(): Shared {
  const shared = useContext(Context)
  if (!shared) throw new Error('not on the page of a draft')
  return shared
}

/** The messages about a field of an object, for where it is edited. */
export function useErrors(urn: string) {
  const { problemsOf } = useDrafting()
  const all = problemsOf(urn)
  return {
    of: (field: string) => all.filter(one => one.field === field).map(one => one.message),
    /** Those that no field of the panel shows. */
    besides: (fields: string[]) =>
      all.filter(one => !one.field || !fields.includes(one.field)).map(one => one.message),
  }
}

/** The object that is open, by its URN; it is in the address. */
export function useOpened(): [string | null, (urn: string | null, tab?: string) => void] {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { open?: string }
  const open = (urn: string | null, tab?: string) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({
        domain: now.domain,
        as_of: now.as_of,
        tab: tab ?? now.tab,
        open: urn ?? undefined,
      }),
      replace: true,
    } as never)
  return [search.open ?? null, open]
}
