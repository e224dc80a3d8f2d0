/**
 * The keyboard handling of a text field with a list under it: arrows move, Enter selects, the focus stays
 * in the field. While the list does not match the text yet, Enter waits: what is shown then is not what was
 * meant.
 */
import { type KeyboardEvent, useEffect, useId, useState } from 'react'

export function useListbox(count: number, take: (at: number) => void, reset: unknown, isCurrent = true) {
  const [active, setActive] = useState(0)
  const [waiting, setWaiting] = useState(false)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: new words begin at the top again
  useEffect(() => setActive(0), [reset])
  const at = Math.min(active, Math.max(0, count - 1))
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  useEffect(() => {
    if (!waiting || !isCurrent) return
    setWaiting(false)
    if (count > 0) take(at)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    setWaiting(event.key === 'Enter' && !isCurrent)
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 8,
      PageUp: at - 8,
    }
    const to = moves[event.key]
    if (to !== undefined && count > 0) {
      event.preventDefault()
      const wrap = event.key.startsWith('Arrow')
      setActive(wrap ? (to + count) % count : Math.max(0, Math.min(count - 1, to)))
    } else if (event.key === 'Enter' && (count > 0 || !isCurrent)) {
      event.preventDefault()
      if (isCurrent) take(at)
    }
  }
  return {
    active: at,
    input: {
      role: 'combobox' as const,
      'aria-expanded': true,
      'aria-autocomplete': 'list' as const,
      'aria-controls': id,
      'aria-activedescendant': count > 0 ? `${id}-${at}` : undefined,
      autoComplete: 'off',
      spellCheck: false,
      onKeyDown,
    },
    list: { role: 'listbox' as const, id },
    option: (index: number) => ({
      role: 'option' as const,
      id: `${id}-${index}`,
      tabIndex: -1,
      'aria-selected': isCurrent && index === at,
      onMouseMove: () => setActive(index),
      onClick: () => take(index),
    }),
  }
}
