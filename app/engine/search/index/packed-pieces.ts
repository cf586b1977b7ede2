/** The pieces of a passage as a short text: numbers to the base 36, without what is the same as in the piece before. */
import { recordClasses } from '../../../model/record-class.ts'
import { textKinds } from '../../../model/search/search-query.ts'
import type { Piece } from './index-messages.ts'

const classNumbers = new Map<string, number>(recordClasses.map((name, number) => [name, number]))
/** Of an event that was not a record. */
const noClass = recordClasses.length

export const packPieces = (pieces: readonly Piece[]): string => {
  let source = ''
  let before = { line: 0, place: 0 }
  return pieces
    .map(({ sourceId, line, block, place, kind, class: recordClass, from, to }) => {
      const numbers = [
        line - before.line,
        place - before.place,
        block,
        textKinds.indexOf(kind),
        classNumbers.get(recordClass) ?? noClass,
        from,
        to,
      ]
      const packed = [sourceId === source ? '' : sourceId, ...numbers.map((number) => number.toString(36))].join(':')
      source = sourceId
      before = { line, place }
      return packed
    })
    .join(' ')
}

export const unpackPieces = (packed: string): readonly Piece[] => {
  let source = ''
  let line = 0
  let place = 0
  if (packed === '') return []
  return packed.split(' ').map((one): Piece => {
    const [own = '', ...rest] = one.split(':')
    const [lines = 0, places = 0, block = 0, kind = 0, recordClass = noClass, from = 0, to = 0] = rest.map((digits) => parseInt(digits, 36))
    if (own !== '') source = own
    line += lines
    place += places
    return { sourceId: source, line, block, place, kind: textKinds[kind] ?? 'injected', class: recordClasses[recordClass] ?? '', from, to }
  })
}
