/** Runs something once what was just drawn is on the screen; gives a way to call it off. */
import { observeElementRect } from '@tanstack/react-virtual'

export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * Measures what a long list scrolls in after its first lines are on the screen. Measured before, they would be drawn a
 * second time, and everything else on the page would have to be finished first.
 */
export const observeLater: typeof observeElementRect = (instance, report) => {
  let stop: ReturnType<typeof observeElementRect>
  const cancel = afterPaint(() => {
    stop = observeElementRect(instance, report)
  })
  return () => {
    cancel()
    stop?.()
  }
}
