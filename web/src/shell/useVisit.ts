import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useModel } from '@/api/model'
import { useDraft } from '@/api/useDraft'
import { useInstant } from '@/api/useInstant'
import { destination, usePins } from './pins'
import { useRemembered } from './remembered'

/** While a page takes the place of another, the address may be that of the one and the title that of the other. */
const SETTLED = 400

/** Remembers that a page was looked at, under its title. The past and a draft are no place to come back to. */
export function useVisit(title: string) {
  const model = useModel()
  const path = useLocation({ select: location => location.pathname })
  const at = useInstant()
  const draft = useDraft()
  const { visit } = useRemembered()
  const { pins, change } = usePins()
  const counts = !at && !draft && !!title && !!destination(model, path)
  const renamed = counts && pins.some(pin => pin.to === path && pin.title !== title)
  useEffect(() => {
    if (!counts) return
    const timer = setTimeout(() => {
      visit(path, title)
      if (renamed) change({ pins: pins.map(pin => (pin.to === path ? { to: path, title } : pin)) })
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [counts, path, title, visit, renamed, pins, change])
}
