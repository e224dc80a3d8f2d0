import { useSyncExternalStore } from 'react'

const media = () => window.matchMedia('(max-width: 639px)')

function subscribe(changed: () => void) {
  const query = media()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the screen has room for one column only. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => media().matches)
}
