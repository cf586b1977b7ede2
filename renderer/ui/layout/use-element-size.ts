/** The size of an element, followed as it changes. */
import { useLayoutEffect, useState, type RefObject } from 'react'

export interface ElementSize {
  readonly width: number
  readonly height: number
}

/** CSS pixels inside the element's scroll bars; zero before it is laid out. */
export const useElementSize = (element: RefObject<HTMLElement | null>): ElementSize => {
  const [box, setBox] = useState<ElementSize>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const own = element.current
    if (own === null) return
    const measure = (): void =>
      setBox((now) =>
        now.width === own.clientWidth && now.height === own.clientHeight ? now : { width: own.clientWidth, height: own.clientHeight },
      )
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(own)
    return () => observer.disconnect()
  }, [element])
  return box
}
