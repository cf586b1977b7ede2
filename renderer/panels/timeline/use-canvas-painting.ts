/** Keeps a canvas sharp, in the colours of the theme, and painted at most once per frame. */
import { useEffect, useMemo, type RefObject } from 'react'
import { useTheme } from '../../ui/layout/appearance.ts'
import type { ElementSize } from '../../ui/layout/use-element-size.ts'
import { chartColours, type ChartColours } from './chart-colours.ts'

type Paint = (context: CanvasRenderingContext2D, colours: ChartColours) => void

/** `paint` draws in CSS pixels; a new function paints again. */
export const useCanvasPainting = (canvas: RefObject<HTMLCanvasElement | null>, box: ElementSize, paint: Paint): void => {
  const theme = useTheme()
  const colours = useMemo(() => {
    const context = document.createElement('canvas').getContext('2d')
    return context === null ? undefined : { theme, ...chartColours(context, document.documentElement) }
  }, [theme])
  useEffect(() => {
    const request = requestAnimationFrame(() => {
      const context = canvas.current?.getContext('2d') ?? null
      if (canvas.current === null || context === null || colours === undefined) return
      const scale = window.devicePixelRatio
      const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)]
      if (canvas.current.width !== width) canvas.current.width = width
      if (canvas.current.height !== height) canvas.current.height = height
      context.setTransform(scale, 0, 0, scale, 0, 0)
      paint(context, colours)
    })
    return () => cancelAnimationFrame(request)
  }, [canvas, box, colours, paint])
}
