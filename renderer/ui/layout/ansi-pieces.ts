/** Text that a program wrote for a terminal: colours and weights are shown, all other control sequences are removed. */
import Anser, { type AnserJsonEntry } from 'anser'
import { terminalLines } from './terminal-lines.ts'

/** Title changes, links and other operating system commands; then escape sequences that are no colours. */
const commands = /(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?/g
const moves = /\u001b\[[0-9;:?<=>!]*[ -/]*[@-ln-~]/g
const plainEscapes = /\u001b[ -/]*[0-Z\\^-~]/g
const leftovers = /\u001b(?!\[[0-9;:]*m)|[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u0080-\u009f]/g
const steers = /[\u0007\u0008\r\u001b\u009b\u009d]/

/** Only text and colour sequences; what is written over, such as progress bars, as it ended. */
export const withColoursOnly = (text: string): string =>
  terminalLines(text.replaceAll('\u009b', '\u001b[').replace(commands, '').replace(plainEscapes, ''))
    .replace(moves, '')
    .replace(leftovers, '')

const hues = ['red', 'yellow', 'green', 'cyan', 'blue', 'magenta'] as const

/** The nearest of the colours that both themes have: red, green and blue from 0 to 255. */
const nearestHue = ([red = 0, green = 0, blue = 0]: readonly number[]): string => {
  const [low, high] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  if (high - low < 40) return high > 200 ? 'white' : 'black'
  const angle = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
  return hues[Math.round(((angle + 360) % 360) / 60) % hues.length] ?? 'red'
}

/** Colour number 16 to 255 of a terminal as red, green and blue. */
const paletteColour = (number: number): readonly number[] => {
  if (number >= 232) return Array<number>(3).fill(8 + (number - 232) * 10)
  const step = (place: number): number => [0, 95, 135, 175, 215, 255][Math.floor((number - 16) / place) % 6] ?? 0
  return [step(36), step(6), step(1)]
}

/** The class of a colour as the parser names it: `ansi-red`, `ansi-bright-red`, `ansi-palette-196` or `ansi-truecolor`. */
const colourClass = (name: string | null, exact: string | null, ground: 'fg' | 'bg'): string => {
  if (name === null || name === '') return ''
  const palette = /palette-(\d+)/.exec(name)?.[1]
  const rgb = palette === undefined ? exact?.split(',').map(Number) : paletteColour(Number(palette))
  const hue = name.includes('truecolor') || palette !== undefined ? nearestHue(rgb ?? []) : name.replace(/^ansi-(bright-)?/, '')
  return `ansi-${ground}-${hue}`
}

const classesOf = ({ fg, bg, fg_truecolor: exactFg, bg_truecolor: exactBg, decorations }: AnserJsonEntry): string =>
  [colourClass(fg, exactFg, 'fg'), colourClass(bg, exactBg, 'bg'), ...decorations.map((each) => `ansi-${each}`)]
    .filter((each) => each !== '')
    .join(' ')

/** A stretch of one look; no classes: plain text. */
export interface AnsiPiece {
  readonly text: string
  readonly classes: string
}

/** The text without what steers a terminal, in stretches of one look. */
export const ansiPieces = (text: string): readonly AnsiPiece[] => {
  if (!steers.test(text)) return [{ text, classes: '' }]
  return Anser.ansiToJson(withColoursOnly(text), { json: true, use_classes: true, remove_empty: true }).map((entry) => ({
    text: entry.content,
    classes: classesOf(entry),
  }))
}
