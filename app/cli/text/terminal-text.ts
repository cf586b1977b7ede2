/** The last look at what goes to a terminal: nothing in it steers the terminal but the program's own colours and its line of progress. */
import { visible } from './printable.ts'

/** Colours, bold and dim as the program writes them, and the line of progress that is written anew; nothing hides a text. */
const own = /(\u001b\[(?:[01247]|2[2-9]|[34][0-79]|9[0-7]|10[0-7])m|\r\u001b\[2K)/

/** Text that the program composed. */
export const composedText = (text: string): string =>
  text
    .split(own)
    .map((part, at) => (at % 2 === 1 ? part : visible(part)))
    .join('')

/** Bytes that come in pieces, as text that a terminal can show. */
export const dataText = (): ((piece: string | Uint8Array) => string) => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return (piece) => visible(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))
}
