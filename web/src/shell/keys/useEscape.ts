/** `Esc`: first closes what is over or beside the page, then goes back from an object or a form. */
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useModel } from '@/api/model'
import { resolve, to } from '@/resource/address'
import { isFree } from './keys'
import { arrive, type Stop, stepBack } from './trail'

const isEscape = (event: KeyboardEvent) => event.key === 'Escape' && !event.repeat && isFree(event)

/**
 * Closes something on a page that has no focus of its own, such as a preview. It takes precedence over
 * going back.
 */
export function useEscape(active: boolean, close: () => void) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      if (!isEscape(event)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active])
}

/** Nothing that was typed gets lost: keys of fields are theirs, and a form asks before it is left. */
export function useEscapeBack() {
  const router = useRouter()
  const navigate = useNavigate()
  const model = useModel()
  const latest = useRef(model)
  latest.current = model
  useEffect(() => {
    let trail: Stop[] = []
    const note = () => {
      const { pathname, state } = router.history.location
      trail = arrive(trail, { path: pathname, index: state.__TSR_index })
    }
    note()
    const forget = router.history.subscribe(note)
    const onKey = (event: KeyboardEvent) => {
      if (!isEscape(event)) return
      const place = resolve(latest.current, router.history.location.pathname)
      if (place.kind === 'nothing' || place.kind === 'list') return
      event.preventDefault()
      const steps = stepBack(trail)
      const { path } = place.resource
      if (steps) router.history.go(steps)
      else void navigate({ to: place.kind === 'edit' ? to.item(path, place.id) : to.list(path) })
    }
    window.addEventListener('keydown', onKey)
    return () => {
      forget()
      window.removeEventListener('keydown', onKey)
    }
  }, [router, navigate])
}
