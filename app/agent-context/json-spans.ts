/** Places of the values in a JSON text, so that a part can be changed and every other byte stays. */

export interface Span {
  readonly start: number
  readonly end: number
}

export interface Member extends Span {
  readonly name: string
  readonly value: JsonSpan
}

export type JsonSpan =
  | (Span & { readonly kind: 'object'; readonly members: readonly Member[] })
  | (Span & { readonly kind: 'array'; readonly items: readonly JsonSpan[] })
  | (Span & { readonly kind: 'other' })

const blank = /[ \t\n\r]*/y
const scalar = /"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y

/** Reads text that `JSON.parse` has read: it has no faults. */
class Spans {
  readonly #text: string
  #at: number

  constructor(text: string, from: number) {
    this.#text = text
    this.#at = from
  }

  value(): JsonSpan {
    this.#skip(blank)
    const start = this.#at
    switch (this.#text[start]) {
      case '{': {
        const members = this.#list('}', () => this.#member())
        return { kind: 'object', start, end: this.#at, members }
      }
      case '[': {
        const items = this.#list(']', () => this.value())
        return { kind: 'array', start, end: this.#at, items }
      }
      default:
        this.#skip(scalar)
        return { kind: 'other', start, end: this.#at }
    }
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found
  }

  #list<T>(close: string, read: () => T): readonly T[] {
    const found: T[] = []
    this.#at += 1
    for (;;) {
      this.#skip(blank)
      if (this.#text[this.#at] === ',') this.#at += 1
      else if (this.#text[this.#at] === close || this.#at >= this.#text.length) break
      else found.push(read())
    }
    this.#at += 1
    return found
  }

  #member(): Member {
    const start = this.#at
    const name = JSON.parse(this.#skip(scalar)) as string
    this.#skip(blank)
    this.#at += 1
    const value = this.value()
    return { start, end: value.end, name, value }
  }
}

/** @throws SyntaxError for text that is no JSON */
export const jsonSpans = (text: string): JsonSpan => {
  const from = text.startsWith('\uFEFF') ? 1 : 0
  JSON.parse(text.slice(from))
  return new Spans(text, from).value()
}
