/**
 * Which lines of two texts a shortest edit script removes and adds, by the method of Myers (1986) in linear space: from both ends together to a
 * point that a shortest script passes, then the same on both sides of it. Of scripts of one length it finds the one that git finds.
 */

/** Lines as numbers: equal lines have equal numbers. */
export type Lines = Int32Array

/** What an edit script changes: 1 for a line that it removes, or adds. */
export interface Changes {
  readonly removed: Uint8Array
  readonly added: Uint8Array
}

interface Box {
  readonly fromA: number
  readonly toA: number
  readonly fromB: number
  readonly toB: number
}

interface Point {
  readonly a: number
  readonly b: number
}

/** As many steps are taken at least before a search is given up for the point that came furthest. */
const fewestSteps = 256

/** About the square root: the power of two that git takes for it. */
export const roughRoot = (value: number): number => {
  let root = 1
  for (let rest = value; rest > 0; rest >>= 2) root <<= 1
  return root
}

/** The diagonals that a search from one end has reached. A diagonal is the place in A minus the place in B. */
interface Front {
  low: number
  high: number
  /** The furthest place in A on each diagonal. */
  readonly reached: Int32Array
}

class Search {
  readonly #a: Lines
  readonly #b: Lines
  /** What is added to a diagonal for its place in the arrays. */
  readonly #shift: number
  readonly #forward: Int32Array
  readonly #backward: Int32Array
  readonly #mostSteps: number

  constructor(a: Lines, b: Lines) {
    this.#a = a
    this.#b = b
    const diagonals = a.length + b.length + 3
    this.#shift = b.length + 1
    this.#forward = new Int32Array(diagonals + 1)
    this.#backward = new Int32Array(diagonals + 1)
    this.#mostSteps = Math.max(fewestSteps, roughRoot(diagonals))
  }

  /** One diagonal wider at each end, as far as the box goes. @param none a place that no path reaches */
  #widen(front: Front, box: Box, none: number): void {
    const [least, most] = [box.fromA - box.toB, box.toA - box.fromB]
    if (front.low > least) {
      front.low -= 1
      front.reached[front.low - 1 + this.#shift] = none
    } else front.low += 1
    if (front.high < most) {
      front.high += 1
      front.reached[front.high + 1 + this.#shift] = none
    } else front.high -= 1
  }

  /** One step from the beginning. @returns a point in which it meets the other front */
  #stepForward(front: Front, other: Front, box: Box, mayMeet: boolean): Point | undefined {
    this.#widen(front, box, -1)
    const { reached } = front
    for (let diagonal = front.high; diagonal >= front.low; diagonal -= 2) {
      const at = diagonal + this.#shift
      const [removing, adding] = [reached[at - 1] ?? -1, reached[at + 1] ?? -1]
      let a = removing >= adding ? removing + 1 : adding
      let b = a - diagonal
      while (a < box.toA && b < box.toB && this.#a[a] === this.#b[b]) {
        a += 1
        b += 1
      }
      reached[at] = a
      if (mayMeet && diagonal >= other.low && diagonal <= other.high && (other.reached[at] ?? 0) <= a) return { a, b }
    }
    return undefined
  }

  /** One step from the end. */
  #stepBackward(front: Front, other: Front, box: Box, mayMeet: boolean): Point | undefined {
    this.#widen(front, box, 0x7f_ff_ff_ff)
    const { reached } = front
    for (let diagonal = front.high; diagonal >= front.low; diagonal -= 2) {
      const at = diagonal + this.#shift
      const [adding, removing] = [reached[at - 1] ?? 0, reached[at + 1] ?? 0]
      let a = adding < removing ? adding : removing - 1
      let b = a - diagonal
      while (a > box.fromA && b > box.fromB && this.#a[a - 1] === this.#b[b - 1]) {
        a -= 1
        b -= 1
      }
      reached[at] = a
      if (mayMeet && diagonal >= other.low && diagonal <= other.high && a <= (other.reached[at] ?? 0)) return { a, b }
    }
    return undefined
  }

  /** The point on which a search came furthest that takes too many steps. */
  #furthest(forward: Front, backward: Front, box: Box): Point {
    let [best, bestA] = [-1, -1]
    for (let diagonal = forward.high; diagonal >= forward.low; diagonal -= 2) {
      const a = Math.min(forward.reached[diagonal + this.#shift] ?? 0, box.toA, box.toB + diagonal)
      if (best < a + a - diagonal) [best, bestA] = [a + a - diagonal, a]
    }
    let [least, leastA] = [0x7f_ff_ff_ff, 0x7f_ff_ff_ff]
    for (let diagonal = backward.high; diagonal >= backward.low; diagonal -= 2) {
      const a = Math.max(box.fromA, backward.reached[diagonal + this.#shift] ?? 0, box.fromB + diagonal)
      if (a + a - diagonal < least) [least, leastA] = [a + a - diagonal, a]
    }
    const isForward = box.toA + box.toB - least < best - (box.fromA + box.fromB)
    return isForward ? { a: bestA, b: best - bestA } : { a: leastA, b: least - leastA }
  }

  /** A point within the box that a shortest script passes. */
  middle(box: Box): Point {
    const [first, last] = [box.fromA - box.fromB, box.toA - box.toB]
    const isOdd = ((first - last) & 1) !== 0
    const forward: Front = { low: first, high: first, reached: this.#forward }
    const backward: Front = { low: last, high: last, reached: this.#backward }
    forward.reached[first + this.#shift] = box.fromA
    backward.reached[last + this.#shift] = box.toA
    for (let steps = 1; ; steps += 1) {
      const met = this.#stepForward(forward, backward, box, isOdd) ?? this.#stepBackward(backward, forward, box, !isOdd)
      if (met !== undefined) return met
      if (steps >= this.#mostSteps) return this.#furthest(forward, backward, box)
    }
  }
}

/** @returns undefined: one side of the box is empty, and what is left of the other was marked */
const trimmed = (a: Lines, b: Lines, box: Box, { removed, added }: Changes): Box | undefined => {
  let { fromA, toA, fromB, toB } = box
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) {
    fromA += 1
    fromB += 1
  }
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) {
    toA -= 1
    toB -= 1
  }
  if (fromA < toA && fromB < toB) return { fromA, toA, fromB, toB }
  removed.fill(1, fromA, toA)
  added.fill(1, fromB, toB)
  return undefined
}

export const shortestEdit = (a: Lines, b: Lines): Changes => {
  const changes: Changes = { removed: new Uint8Array(a.length), added: new Uint8Array(b.length) }
  const search = new Search(a, b)
  const open: Box[] = [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const box = trimmed(a, b, next, changes)
    if (box === undefined) continue
    const middle = search.middle(box)
    open.push({ ...box, fromA: middle.a, fromB: middle.b }, { ...box, toA: middle.a, toB: middle.b })
  }
  return changes
}
