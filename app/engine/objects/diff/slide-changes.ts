/**
 * Where a change of lines begins is often open: of two equal lines either may be the new one. A change is moved to where people expect it,
 * as git does: beside a change of the other text, else where its edges have the least indentation.
 */

/** A text, and 1 for each of its lines that changed. */
export interface MarkedText {
  readonly lines: readonly string[]
  readonly changed: Uint8Array
}

/** Changed lines between two that did not change; perhaps none. */
class Group {
  readonly #text: MarkedText
  from = 0
  to = 0

  constructor(text: MarkedText) {
    this.#text = text
    while (text.changed[this.to] === 1) this.to += 1
  }

  get size(): number {
    return this.to - this.from
  }

  /** @returns false: there is none */
  next(): boolean {
    if (this.to === this.#text.lines.length) return false
    this.from = this.to + 1
    this.to = this.from
    while (this.#text.changed[this.to] === 1) this.to += 1
    return true
  }

  previous(): void {
    this.to = this.from - 1
    this.from = this.to
    while (this.#text.changed[this.from - 1] === 1) this.from -= 1
  }

  /** @returns false: the line before it is another one than its last */
  slideUp(): boolean {
    const { lines, changed } = this.#text
    if (this.from === 0 || lines[this.from - 1] !== lines[this.to - 1]) return false
    this.from -= 1
    this.to -= 1
    changed[this.from] = 1
    changed[this.to] = 0
    while (changed[this.from - 1] === 1) this.from -= 1
    return true
  }

  /** @returns false: the line after it is another one than its first */
  slideDown(): boolean {
    const { lines, changed } = this.#text
    if (this.to === lines.length || lines[this.from] !== lines[this.to]) return false
    changed[this.from] = 0
    changed[this.to] = 1
    this.from += 1
    this.to += 1
    while (changed[this.to] === 1) this.to += 1
    return true
  }
}

/** As many blank lines are looked at beside an edge. */
const mostBlank = 20
/** The most lines that a group moves by for the sake of its edges. */
const furthest = 100

/** What an edge costs, by what stands beside it. */
const costs = {
  atStart: 1,
  atEnd: 21,
  blank: -30,
  blankAfter: 6,
  /** The line after the edge is indented more than the one before; less, and the next is indented again; less. By whether blanks are there. */
  deeper: { plain: -4, blanks: 10 },
  backAndDeeper: { plain: 24, blanks: 17 },
  back: { plain: 23, blanks: 17 },
  /** For each edge whose line is indented more. */
  indent: 60,
} as const

const widestIndent = 200

/** Columns before the first character, tabs of eight; -1: a blank line. */
const indentOf = (line: string): number => {
  let columns = 0
  for (const character of line) {
    if (character === ' ') columns += 1
    else if (character === '\t') columns += 8 - (columns % 8)
    else if (!/\s/.test(character)) return columns
    if (columns >= widestIndent) return widestIndent
  }
  return -1
}

interface Neighbour {
  readonly blanks: number
  /** Of the first line that is not blank; -1: there is none. */
  readonly indent: number
}

const neighbour = ({ lines }: MarkedText, at: number, step: 1 | -1): Neighbour => {
  let blanks = 0
  for (let near = at + step; near >= 0 && near < lines.length; near += step) {
    const indent = indentOf(lines[near] ?? '')
    if (indent !== -1) return { blanks, indent }
    blanks += 1
    if (blanks === mostBlank) return { blanks, indent: 0 }
  }
  return { blanks, indent: -1 }
}

interface EdgeCost {
  readonly indent: number
  readonly cost: number
}

const stepCost = (indent: number, before: number, after: number, hasBlanks: boolean): number => {
  if (indent === -1 || before === -1 || indent === before) return 0
  const kind = indent > before ? costs.deeper : after !== -1 && after > indent ? costs.backAndDeeper : costs.back
  return hasBlanks ? kind.blanks : kind.plain
}

/** @param at of the line after the edge */
const edgeCost = (text: MarkedText, at: number): EdgeCost => {
  const isEnd = at >= text.lines.length
  const own = isEnd ? -1 : indentOf(text.lines[at] ?? '')
  const [before, after] = [neighbour(text, at, -1), neighbour(text, at, 1)]
  const blanksAfter = own === -1 ? 1 + after.blanks : 0
  const blanks = before.blanks + blanksAfter
  const indent = own === -1 ? after.indent : own
  const places = (before.indent === -1 && before.blanks === 0 ? costs.atStart : 0) + (isEnd ? costs.atEnd : 0)
  const cost = places + costs.blank * blanks + costs.blankAfter * blanksAfter + stepCost(indent, before.indent, after.indent, blanks > 0)
  return { indent, cost }
}

/** Whether a group may better lie with these edges; of equal ones the lower wins. */
const isBetter = (one: EdgeCost, other: EdgeCost): boolean =>
  costs.indent * Math.sign(one.indent - other.indent) + one.cost - other.cost <= 0

/** Where the group ends best, from its highest place to where it is. */
const bestEnd = (text: MarkedText, group: Group, highest: number): number => {
  const size = group.size
  let [best, bestCost]: [number, EdgeCost | undefined] = [-1, undefined]
  for (let end = Math.max(highest, group.to - size - 1, group.to - furthest); end <= group.to; end += 1) {
    const [low, high] = [edgeCost(text, end), edgeCost(text, end - size)]
    const cost = { indent: low.indent + high.indent, cost: low.cost + high.cost }
    if (bestCost === undefined || isBetter(cost, bestCost)) [best, bestCost] = [end, cost]
  }
  return best
}

/** As far up, and then as far down as it goes; groups that it meets join it. */
const slideAround = (group: Group, other: Group): { readonly highest: number; readonly isBesideOther: boolean } => {
  for (;;) {
    const { size } = group
    while (group.slideUp()) other.previous()
    const highest = group.to
    let isBesideOther = other.size > 0
    while (group.slideDown()) {
      other.next()
      isBesideOther ||= other.size > 0
    }
    if (group.size === size) return { highest, isBesideOther }
  }
}

/** Moves the changes of a text. @param other the text that it is compared with: groups between the same unchanged lines belong together */
export const slideChanges = (text: MarkedText, other: MarkedText): void => {
  const [group, opposite] = [new Group(text), new Group(other)]
  const moveUp = (): void => {
    group.slideUp()
    opposite.previous()
  }
  do {
    if (group.size > 0) {
      const { highest, isBesideOther } = slideAround(group, opposite)
      if (group.to !== highest && isBesideOther) while (opposite.size === 0) moveUp()
      else if (group.to !== highest) {
        const end = bestEnd(text, group, highest)
        while (group.to > end) moveUp()
      }
    }
    opposite.next()
  } while (group.next())
}
