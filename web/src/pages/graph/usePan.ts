import { type RefObject, useEffect } from 'react'

/** The background can be dragged with the mouse; touch scrolls natively. */
export function usePan(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = box.current
    if (!element) return
    let from: { x: number; y: number; left: number; top: number } | null = null
    const down = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      if ((event.target as HTMLElement).closest('a,button')) return
      from = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop }
      element.setPointerCapture(event.pointerId)
    }
    const move = (event: PointerEvent) => {
      if (!from) return
      element.scrollTo(from.left - (event.clientX - from.x), from.top - (event.clientY - from.y))
    }
    const up = () => {
      from = null
    }
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', up)
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', up)
    }
  }, [box])
}
