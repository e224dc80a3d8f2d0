import { useSyncExternalStore } from 'react'

/** How much room there is for the navigation: full, icons, or a button. */
export type Frame = 'wide' | 'middle' | 'narrow'

const WIDE = '(min-width: 1180px)'
const MIDDLE = '(min-width: 768px)'

function subscribe(changed: () => void) {
  const queries = [WIDE, MIDDLE].map(query => window.matchMedia(query))
  for (const query of queries) query.addEventListener('change', changed)
  return () => {
    for (const query of queries) query.removeEventListener('change', changed)
  }
}

const now = (): Frame =>
  window.matchMedia(WIDE).matches ? 'wide' : window.matchMedia(MIDDLE).matches ? 'middle' : 'narrow'

export function useFrame(): Frame {
  return useSyncExternalStore(subscribe, now)
}
