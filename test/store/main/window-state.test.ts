import { writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitBounds, loadWindowState, saveWindowState } from '../../../main/window-state.ts'
import { tempDir } from '../../support/temp-dir.ts'

const screen = { x: 0, y: 25, width: 1440, height: 875 }
const second = { x: 1440, y: 0, width: 1920, height: 1080 }

test('what is saved is loaded again', () => {
  const file = path.join(tempDir(), 'state.json')
  const state = { bounds: { x: 10, y: 20, width: 900, height: 700 }, maximized: true, theme: 'dark' } as const
  saveWindowState(file, state)
  expect(loadWindowState(file)).toEqual(state)
})

test('a missing or damaged file means the usual window', () => {
  const file = path.join(tempDir(), 'state.json')
  const usual = { bounds: undefined, maximized: false, theme: 'system' }
  expect(loadWindowState(file)).toEqual(usual)
  writeFileSync(file, '{"maximized":tr')
  expect(loadWindowState(file)).toEqual(usual)
  writeFileSync(file, '{"maximized":true,"theme":"pink"}')
  expect(loadWindowState(file)).toEqual(usual)
})

test('a window opens where it was when that display is still there', () => {
  const bounds = { x: 1500, y: 100, width: 1000, height: 700 }
  expect(fitBounds(bounds, [screen, second])).toEqual(bounds)
})

test('a window whose display is missing opens in the middle of the first one', () => {
  expect(fitBounds({ x: 1500, y: 100, width: 1000, height: 700 }, [screen])).toEqual({ x: 220, y: 113, width: 1000, height: 700 })
})

test('a window always opens completely inside a display', () => {
  const coordinate = fc.integer({ min: -5000, max: 5000 })
  const length = fc.integer({ min: 1, max: 5000 })
  fc.assert(
    fc.property(coordinate, coordinate, length, length, (x, y, width, height) => {
      const fitted = fitBounds({ x, y, width, height }, [screen, second])
      const isInside = [screen, second].some(
        (area) =>
          fitted.x >= area.x &&
          fitted.y >= area.y &&
          fitted.x + fitted.width <= area.x + area.width &&
          fitted.y + fitted.height <= area.y + area.height,
      )
      expect(isInside).toBe(true)
    }),
  )
})
