import { expect, test } from 'vitest'
import { chordOf, keyCaps, nextKeyState, withOwnKeys } from '../../../../../renderer/ui/commands/chord.ts'
import type { KeyPress, KeyState } from '../../../../../renderer/ui/commands/chord.ts'
import { listTarget } from '../../../../../renderer/ui/table/use-cursor.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

test('a key press is written as its chord; Shift only where the key itself does not show it', () => {
  expect([
    chordOf(press('j')),
    chordOf(press('J', { shiftKey: true })),
    chordOf(press('?', { shiftKey: true })),
    chordOf(press('k', { ctrlKey: true })),
    chordOf(press('c', { metaKey: true, shiftKey: true })),
    chordOf(press('ArrowLeft', { altKey: true })),
    chordOf(press('Escape')),
    chordOf(press(' ')),
    chordOf(press('Tab', { shiftKey: true })),
    chordOf(press('+', { shiftKey: true })),
  ]).toEqual(['j', 'Shift+J', '?', 'Mod+K', 'Mod+Shift+C', 'Alt+Left', 'Esc', 'Space', 'Shift+Tab', '+'])
})

test('chords are drawn as the keys of the current keyboard', () => {
  expect(keyCaps('Mod+Shift+C', false)).toEqual(['Ctrl', 'Shift', 'C'])
  expect(keyCaps('Mod+Shift+C', true)).toEqual(['⌘', '⇧', 'C'])
  expect(keyCaps('g s', false)).toEqual(['G', 'S'])
  expect(keyCaps('Alt+Left', false)).toEqual(['Alt', '←'])
  expect(keyCaps('+', false)).toEqual(['+'])
})

const commands = [
  { keys: ['g s'], name: 'sessions' },
  { keys: ['s', '-'], name: 'zoom out' },
  { keys: ['g g'], name: 'first row' },
]
const run = (presses: readonly (readonly [string, number])[]): readonly string[] => {
  let state: KeyState = { pending: undefined, atMs: 0 }
  return presses.map(([chord, atMs]) => {
    const next = nextKeyState(state, chord, atMs, commands)
    state = next.state
    return next.command?.name ?? (next.state.pending === undefined ? '-' : '…')
  })
}

test('two keys in a row are one command, and a single key still means itself', () => {
  expect(
    run([
      ['g', 0],
      ['s', 300],
      ['s', 600],
    ]),
  ).toEqual(['…', 'sessions', 'zoom out'])
})

test('a sequence that takes too long, or continues with another key, is forgotten', () => {
  expect(
    run([
      ['g', 0],
      ['s', 5000],
    ]),
  ).toEqual(['…', 'zoom out'])
  expect(
    run([
      ['g', 0],
      ['x', 100],
      ['s', 200],
    ]),
  ).toEqual(['…', '-', 'zoom out'])
  expect(
    run([
      ['g', 0],
      ['g', 100],
      ['g', 200],
    ]),
  ).toEqual(['…', 'first row', '…'])
})

test('list keys move within the list and never beyond its ends', () => {
  const place = { index: 5, count: 100, pageRows: 20 }
  expect(['j', 'k', 'Down', 'Up', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map((chord) => listTarget(chord, place))).toEqual([
    6,
    4,
    6,
    4,
    24,
    0,
    0,
    99,
    undefined,
  ])
  expect(listTarget('j', { ...place, index: 99 })).toBe(99)
  expect(listTarget('j', { index: undefined, count: 3, pageRows: 20 })).toBe(0)
  expect(listTarget('k', { index: undefined, count: 3, pageRows: 20 })).toBe(2)
  expect(listTarget('j', { index: undefined, count: 0, pageRows: 20 })).toBe(undefined)
})

test('a command that yields keeps the keys that no other command uses', () => {
  const pan = { id: 'pan', keys: ['d', 'Right'] }
  const edits = { id: 'edits', keys: ['d', 'Shift+D'], isYielding: true }
  expect(withOwnKeys([edits, pan]).map(({ keys }) => keys)).toEqual([['Shift+D'], ['d', 'Right']])
  expect(withOwnKeys([edits])[0]?.keys).toEqual(['d', 'Shift+D'])
})
