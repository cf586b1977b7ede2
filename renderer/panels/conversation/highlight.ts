/** Marks a text in what is drawn, without changing the page: with the highlights of CSS. */

const everywhere = 'found'
const here = 'found-here'

export interface Highlighted {
  readonly text: string
  readonly matchCase: boolean
  /** Index of the row whose matches are marked differently. */
  readonly current: number | undefined
  /** Number of the match of that row that is gone to, from 0. */
  readonly within: number
  /** Text that follows that match; undefined: its number identifies it. */
  readonly near: string | undefined
}

/** Elements whose text is read without a break; code in colours is many elements within one of them. */
const blocks = 'p, pre, li, td, th, div, h1, h2, h3, h4, h5, h6, button, header, summary, dt, dd'

interface Piece {
  readonly node: Node
  readonly start: number
}

/** The texts below an element, one for each block. */
function* textsBelow(root: Element): Generator<{ readonly text: string; readonly pieces: readonly Piece[] }, undefined> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let block: Element | null | undefined
  let text = ''
  let pieces: Piece[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const own = node.parentElement?.closest(blocks)
    if (own !== block) {
      if (text !== '') yield { text, pieces }
      block = own
      text = ''
      pieces = []
    }
    pieces.push({ node, start: text.length })
    text += node.nodeValue ?? ''
  }
  if (text !== '') yield { text, pieces }
}

/** Sets one end of a range at a place of a text. */
const endAt = (pieces: readonly Piece[], place: number, set: (node: Node, offset: number) => void): void => {
  const piece = [...pieces].reverse().find(({ start }) => start <= place)
  if (piece !== undefined) set(piece.node, place - piece.start)
}

const rangesIn = (root: Element, sought: string, matchCase: boolean): readonly Range[] => {
  const ranges: Range[] = []
  for (const { text, pieces } of textsBelow(root)) {
    const within = matchCase ? text : text.toLowerCase()
    // A letter whose small form has another length moves what follows it.
    if (within.length !== text.length) continue
    for (let at = within.indexOf(sought); at !== -1; at = within.indexOf(sought, at + sought.length)) {
      const range = new Range()
      endAt(pieces, at, (node, offset) => range.setStart(node, offset))
      endAt(pieces, at + sought.length - 1, (node, offset) => range.setEnd(node, offset + 1))
      ranges.push(range)
    }
  }
  return ranges
}

/** Removes all marks. */
export const clearHighlights = (): void => {
  CSS.highlights.delete(everywhere)
  CSS.highlights.delete(here)
}

/** How many characters of two texts are the same, white space aside. */
const sharedLength = (one: string, other: string): number => {
  const [a, b] = [one.replaceAll(/\s+/g, ''), other.replaceAll(/\s+/g, '')]
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

/** The range from which the text is most similar to `near`. */
const nearest = (ranges: readonly Range[], near: string): Range | undefined => {
  let best: Range | undefined
  let most = -1
  for (const range of ranges) {
    const { startContainer, startOffset } = range
    const block = startContainer.parentElement?.closest(blocks)
    if (block === null || block === undefined) continue
    const rest = new Range()
    rest.setStart(startContainer, startOffset)
    rest.setEnd(block, block.childNodes.length)
    const length = sharedLength(near, rest.toString().slice(0, 2 * near.length))
    if (length > most) [best, most] = [range, length]
  }
  return best
}

/** Marks the text below an element; gives the match that is gone to. */
export const highlight = (root: Element, { text, matchCase, current, within, near }: Highlighted): Range | undefined => {
  clearHighlights()
  if (text === '') return undefined
  const sought = matchCase ? text : text.toLowerCase()
  const others: Range[] = []
  const own: Range[] = []
  for (const row of root.querySelectorAll('[data-index]'))
    (Number(row.getAttribute('data-index')) === current ? own : others).push(...rangesIn(row, sought, matchCase))
  CSS.highlights.set(everywhere, new Highlight(...others))
  CSS.highlights.set(here, new Highlight(...own))
  return near === undefined ? (own[within] ?? own[0]) : nearest(own, near)
}
