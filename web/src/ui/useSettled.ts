import { useEffect, useState } from 'react'

/** While someone types, nothing is asked. */
const PAUSE = 400

/** What a value was once it stopped changing. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const said = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the same as long as it says the same
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [said])
  return settled
}
