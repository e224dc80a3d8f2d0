/**
 * The keys of an audit. They come before those that step through records, and are off while someone types,
 * while a dialog is open, and for people who have turned single keys off.
 */
import { useEffect, useRef } from 'react'
import { useInterface } from '@/api/user'
import { isFree, letter } from '@/shell/keys/keys'
import { resultFor, scoreFor } from './model/moves'
import { rangeOf, type Work } from './work'

interface Does {
  move: (by: 1 | -1) => void
  one: () => void
}

export function useAuditKeys(work: Work, does: Does) {
  const [ui] = useInterface()
  const latest = useRef({ work, does, alone: ui.keys !== false })
  latest.current = { work, does, alone: ui.keys !== false }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { work, does, alone } = latest.current
      const { chosen, saving } = work
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && saving.undo) {
        if (event.shiftKey || (event.target as Element).closest('input, textarea, [contenteditable]')) return
        saving.undo()
      } else if (!alone || !isFree(event)) return
      else if (letter(event) === 'j' || event.key === 'ArrowDown') does.move(1)
      else if (letter(event) === 'k' || event.key === 'ArrowUp') does.move(-1)
      else if (event.repeat) return
      else if (letter(event) === 'o') does.one()
      else if (letter(event) === 'c') {
        const field = document.querySelector<HTMLElement>('[data-panel] textarea[placeholder]:last-of-type')
        if (!field) return
        field.focus()
      } else if (letter(event) === 'e' && work.editable && chosen) {
        const field = document.querySelector<HTMLElement>('[data-panel] [data-observation]')
        if (!field) return
        field.focus()
        field.scrollIntoView({ block: 'nearest' })
      } else if (letter(event) === 'a' && work.mayAssign && chosen?.ra_id) {
        work.assign([chosen.ra_id])
      } else if (letter(event) === 'x' && chosen && (work.editable || work.mayAssign)) {
        work.select([chosen.id], !work.selection.has(chosen.id))
      } else if (work.editable && chosen) {
        const [result, score] = [resultFor(event), scoreFor(event)]
        if (result && chosen.result !== null) work.setResult(chosen, result)
        else if (score !== undefined && work.scored) {
          const { min, max } = rangeOf(chosen, work.audit)
          if (score < min || score > max) return
          work.setScore(chosen, score)
        } else return
      } else return
      event.preventDefault()
      // What listens for the whole window leaves the key alone.
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
