/** The pieces of a passage as a short text: what follows from the piece before is left out. */
import type { Piece } from './index-messages.ts'

export const packPieces = (pieces: readonly Piece[]): string => {
  let source = ''
  let line = 0
  return pieces
    .map(([own, at, block, from, to]) => {
      const packed = [own === source ? '' : own, ...[at - line, block, from, to].map((number) => number.toString(36))].join(':')
      source = own
      line = at
      return packed
    })
    .join(' ')
}

export const unpackPieces = (packed: string): readonly Piece[] => {
  let source = ''
  let line = 0
  if (packed === '') return []
  return packed.split(' ').map((one): Piece => {
    const [own = '', ...rest] = one.split(':')
    const [ahead = 0, block = 0, from = 0, to = 0] = rest.map((digits) => parseInt(digits, 36))
    if (own !== '') source = own
    line += ahead
    return [source, line, block, from, to]
  })
}
