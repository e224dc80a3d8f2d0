/**
 * A value that is kept elsewhere, such as in the address, and comes back from there a moment later. A box
 * that is ticked shows it at once, and what is ticked next builds on it.
 */
import { useState } from 'react'

export function useAtOnce<T>(value: T, keep: (next: T) => void): [T, (next: T) => void] {
  const [shown, setShown] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setShown(value)
  }
  const change = (next: T) => {
    setShown(next)
    keep(next)
  }
  return [shown, change]
}
