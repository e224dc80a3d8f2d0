/**
 * A value that is stored elsewhere, such as in the URL, and comes back from there a moment later. A ticked
 * box shows it immediately, and the next change builds on it.
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
