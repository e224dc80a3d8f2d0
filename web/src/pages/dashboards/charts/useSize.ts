import { useCallback, useRef, useState } from 'react'

export interface Size {
  width: number
  height: number
}

/** The size of an element, in whole pixels; charts are drawn to fit. */
export function useSize(): [(element: HTMLElement | null) => void, Size | null] {
  const [size, setSize] = useState<Size | null>(null)
  const watching = useRef<ResizeObserver | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    watching.current?.disconnect()
    if (!element) return
    const read = () => {
      const [width, height] = [element.clientWidth, element.clientHeight]
      if (width === 0 || height === 0) return
      setSize(now => (now?.width === width && now.height === height ? now : { width, height }))
    }
    read()
    watching.current = new ResizeObserver(read)
    watching.current.observe(element)
  }, [])
  return [ref, size]
}
