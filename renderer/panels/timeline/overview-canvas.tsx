/** The picture of a strip that shows a whole session. */
import { useCallback, useRef, type ReactNode } from 'react'
import type { ElementSize } from '../../ui/layout/use-element-size.ts'
import { drawOverview, drawOverviewCover, type OverviewCover, type OverviewScene } from './draw-overview.ts'
import { useCanvasPainting } from './use-canvas-painting.ts'

export interface OverviewCanvasProps {
  readonly scene: OverviewScene
  readonly cover: OverviewCover
  readonly box: ElementSize
}

/** The element around it has the accessible name. Two canvases: the strip is not painted again when the part in view moves. */
export const OverviewCanvas = ({ scene, cover, box }: OverviewCanvasProps): ReactNode => {
  const strip = useRef<HTMLCanvasElement>(null)
  const over = useRef<HTMLCanvasElement>(null)
  useCanvasPainting(
    strip,
    box,
    useCallback((context, colours) => drawOverview(context, scene, colours), [scene]),
  )
  useCanvasPainting(
    over,
    box,
    useCallback((context, colours) => drawOverviewCover(context, cover, colours), [cover]),
  )
  return (
    <>
      <canvas ref={strip} className="overview-canvas" aria-hidden="true" style={{ width: box.width, height: box.height }} />
      <canvas ref={over} className="overview-canvas" aria-hidden="true" style={{ width: box.width, height: box.height }} />
    </>
  )
}
