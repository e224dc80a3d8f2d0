/** Whether someone is about to start a what-if; the palette and pages ask for it, the shell shows the dialog. */
import { useSyncExternalStore } from 'react'
import { DRAFTS } from '@/api/draft'
import { useModel } from '@/api/model'
import { useDraft } from '@/api/useDraft'
import { useInstant } from '@/api/useInstant'

export interface Starting {
  /** The domain that it is about. */
  folder?: string
  /** Where to go on; left out for the same page. */
  goOn?: string
}

let starting: Starting | null = null
const watchers = new Set<() => void>()

function set(next: Starting | null) {
  starting = next
  for (const watcher of watchers) watcher()
}

export const startWhatIf = (about: Starting = {}) => set(about)
export const endStarting = () => set(null)

export const useStarting = () =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
    () => starting,
  )

/** Whether a what-if can be started here: in the present, by people who may create one. */
export function useMayStart(): boolean {
  const resource = useModel().resources[DRAFTS]
  const here = [useDraft(), useInstant()].every(one => !one)
  return here && !!resource?.permissions.add
}
