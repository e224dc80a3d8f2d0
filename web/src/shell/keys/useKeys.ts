import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useInterface } from '@/api/user'
import { INBOX, MY_WORK, SETTINGS, useNavigation } from '../navigation'
import { isBracket, isFree, letter } from './keys'

interface Does {
  search: () => void
  keys: () => void
  fold: () => void
}

/** How long `g` waits for the letter. */
const PATIENCE = 1500

/** The global shortcuts. */
export function useKeys(does: Does) {
  const [ui] = useInterface()
  const navigate = useNavigate()
  const goals = useGoals()
  const latest = useRef({ does, goals, alone: ui.keys !== false })
  latest.current = { does, goals, alone: ui.keys !== false }
  useEffect(() => {
    let since = 0
    const onKey = (event: KeyboardEvent) => {
      const { does, goals, alone } = latest.current
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        does.search()
        return
      }
      if (!alone || !isFree(event) || event.repeat) return
      const going = Date.now() - since < PATIENCE
      since = 0
      const goal = going && goals.find(one => one.key === letter(event))
      if (goal) void navigate({ to: goal.to })
      else if (letter(event) === 'g') since = Date.now()
      else if (event.key === '?') does.keys()
      else if (isBracket(event)) does.fold()
      else return
      event.preventDefault()
      // The second letter means nothing else, not even to what has the focus.
      event.stopPropagation()
    }
    // Before the page: `g` then `e` goes somewhere and edits nothing.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [navigate])
}

export interface Goal {
  key: string
  label: string
  to: string
}

/** Where `g` and a letter go: the first page of a module, home, one's work, the settings. */
export function useGoals(): Goal[] {
  const groups = useNavigation()
  const modules = groups.flatMap(({ key, label, entries }) =>
    key && entries[0] ? [{ key, label, to: entries[0].to }] : [],
  )
  return [
    { key: 'h', label: '', to: '/' },
    { key: 'm', label: '', to: MY_WORK },
    { key: 'i', label: '', to: INBOX },
    ...modules,
    { key: 's', label: '', to: SETTINGS },
  ]
}
