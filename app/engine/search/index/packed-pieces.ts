/** The pieces of a passage as a short text: numbers to the base 36, without what is the same as in the piece before. */
import { recordClasses } from '../../../model/record-class.ts'
import { textKinds } from '../../../model/search/search-query.ts'
import type { Piece } from './index-messages.ts'

const classNumbers = new Map<string, number>(recordClasses.map((name, number) => [name, number]))
/** Number for events that were not records. */
const noClass = recordClasses.length

/** A zero is written as an empty text. */
const digits = (number: number): string => (number === 0 ? '' : number.toString(36))
const numberOf = (packed: string | undefined): number => (packed === undefined || packed === '' ? 0 : parseInt(packed, 36))

export const packPieces = (pieces: readonly Piece[]): string => {
  let source = ''
  let before = { line: 0, place: 0, at: 0 }
  return pieces
    .map(({ sourceId, line, block, place, kind, class: recordClass, from, to, tool, file, isError, occurredAt }) => {
      const at = occurredAt ?? before.at
      const numbers = [
        line - before.line,
        place - before.place,
        block,
        textKinds.indexOf(kind),
        classNumbers.get(recordClass) ?? noClass,
        from,
        to,
        at - before.at,
        (isError ? 1 : 0) + (occurredAt === null ? 2 : 0),
        tool,
        file,
      ]
      const own = sourceId === source ? '' : encodeURIComponent(sourceId)
      const packed = [own, ...numbers.map(digits)].join(':').replace(/:+$/, '')
      source = sourceId
      before = { line, place, at }
      return packed
    })
    .join(' ')
}

export const unpackPieces = (packed: string): readonly Piece[] => {
  let source = ''
  let line = 0
  let place = 0
  let at = 0
  if (packed === '') return []
  return packed.split(' ').map((one): Piece => {
    const [own = '', lines, places, block, kind, recordClass, from, to, since, flags, tool, file] = one.split(':')
    if (own !== '') source = decodeURIComponent(own)
    line += numberOf(lines)
    place += numberOf(places)
    at += numberOf(since)
    const set = numberOf(flags)
    return {
      sourceId: source,
      line,
      block: numberOf(block),
      place,
      kind: textKinds[numberOf(kind)] ?? 'injected',
      class: recordClasses[numberOf(recordClass)] ?? '',
      from: numberOf(from),
      to: numberOf(to),
      occurredAt: (set & 2) === 0 ? at : null,
      isError: (set & 1) === 1,
      tool: numberOf(tool),
      file: numberOf(file),
    }
  })
}
