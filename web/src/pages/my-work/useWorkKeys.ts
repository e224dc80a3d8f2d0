/** The keys of My work. They are off while someone types, while something is open, and for people who have turned them off. */
import { useEffect, useRef } from 'react'
import { useInterface } from '@/api/user'
import { isFree, letter } from '@/shell/keys/keys'

interface Does {
  move: (by: 1 | -1) => void
  open: () => void
  complete: () => void
  snooze: () => void
  assign: () => void
  undo: () => void
}

export function useWorkKeys(does: Does) {
  const [ui] = useInterface()
  const latest = useRef({ does, alone: ui.keys !== false })
  latest.current = { does, alone: ui.keys !== false }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { does, alone } = latest.current
      if (!alone || !isFree(event)) return
      const target = event.target instanceof Element ? event.target : null
      const pressed = letter(event)
      if (pressed === 'j' || event.key === 'ArrowDown') does.move(1)
      else if (pressed === 'k' || event.key === 'ArrowUp') does.move(-1)
      else if (event.repeat || event.shiftKey) return
      // A link or button that has the focus is pressed by it.
      else if (event.key === 'Enter' && !target?.closest('a, button')) does.open()
      else if (pressed === 'e') does.complete()
      else if (pressed === 'h') does.snooze()
      else if (pressed === 'a') does.assign()
      else if (pressed === 'z') does.undo()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
