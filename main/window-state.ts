/** The saved state of a window (place, size, theme), and its valid places on the current displays. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const rectangle = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
})
const windowState = z.object({ bounds: rectangle.optional(), maximized: z.boolean(), theme: z.enum(['system', 'light', 'dark']) })

export type WindowState = Readonly<z.infer<typeof windowState>>

export const minimumSize = { width: 800, height: 560 } as const
const defaultSize = { width: 1280, height: 800 } as const

/** The state saved in `file`; the usual one when there is none or it is damaged, because nothing of worth is lost. */
export function loadWindowState(file: string): WindowState {
  try {
    return windowState.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { bounds: undefined, maximized: false, theme: 'system' }
  }
}

/** Saves the state so that a crash leaves the old file or the new one. */
export function saveWindowState(file: string, state: WindowState): void {
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}

/** Where to open: the remembered place if a display still shows a good part of it, else centred in the first work area. */
export function fitBounds(remembered: Rectangle | undefined, workAreas: readonly Rectangle[]): Rectangle {
  const [first] = workAreas
  if (first === undefined) return remembered ?? { x: 0, y: 0, ...defaultSize }
  const home = remembered === undefined ? undefined : workAreas.find((area) => overlap(remembered, area) >= 0.25)
  const { width, height } = remembered ?? defaultSize
  if (home !== undefined && remembered !== undefined) return clampInto(remembered, home)
  const size = { width: Math.min(width, first.width), height: Math.min(height, first.height) }
  const middle = { x: first.x + Math.round((first.width - size.width) / 2), y: first.y + Math.round((first.height - size.height) / 2) }
  return { ...middle, ...size }
}

/** The part of `inner` that lies in `area`, 0 to 1. */
function overlap(inner: Rectangle, area: Rectangle): number {
  const width = Math.min(inner.x + inner.width, area.x + area.width) - Math.max(inner.x, area.x)
  const height = Math.min(inner.y + inner.height, area.y + area.height) - Math.max(inner.y, area.y)
  return width <= 0 || height <= 0 ? 0 : (width * height) / (inner.width * inner.height)
}

function clampInto(inner: Rectangle, area: Rectangle): Rectangle {
  const width = Math.min(inner.width, area.width)
  const height = Math.min(inner.height, area.height)
  const x = Math.min(Math.max(inner.x, area.x), area.x + area.width - width)
  const y = Math.min(Math.max(inner.y, area.y), area.y + area.height - height)
  return { x, y, width, height }
}
