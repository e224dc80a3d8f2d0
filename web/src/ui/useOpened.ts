import { useCallback, useState } from 'react'

/**
 * Whether something that opens has ever been open; until then nothing of it need be there. Radix changes the state of each
 * closed panel before the first paint, after which React finishes all effects of the page before anything is shown.
 */
export function useOpened(
  open?: boolean,
  onOpenChange?: (open: boolean) => void,
): [boolean, (open: boolean) => void] {
  const [opened, setOpened] = useState(false)
  if (open && !opened) setOpened(true)
  const change = useCallback(
    (open: boolean) => {
      if (open) setOpened(true)
      onOpenChange?.(open)
    },
    [onOpenChange],
  )
  return [opened, change]
}
