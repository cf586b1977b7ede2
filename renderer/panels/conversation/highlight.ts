/** Marks a text in what is drawn, without changing the page: with the highlights of CSS. */

const everywhere = 'found'
const here = 'found-here'

export interface Highlighted {
  readonly text: string
  readonly matchCase: boolean
  /** Index of the row whose matches are marked differently. */
  readonly current: number | undefined
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

/** Marks the text below an element. */
export const highlight = (root: Element, { text, matchCase, current }: Highlighted): void => {
  clearHighlights()
  if (text === '') return
  const sought = matchCase ? text : text.toLowerCase()
  const others: Range[] = []
  const own: Range[] = []
  for (const row of root.querySelectorAll('[data-index]'))
    (Number(row.getAttribute('data-index')) === current ? own : others).push(...rangesIn(row, sought, matchCase))
  CSS.highlights.set(everywhere, new Highlight(...others))
  CSS.highlights.set(here, new Highlight(...own))
}
