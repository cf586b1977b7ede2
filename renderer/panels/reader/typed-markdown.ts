/** Markdown that a person typed: nothing that Markdown hides is hidden, and lines end where they were ended. */

interface Place {
  readonly offset?: number | undefined
}

/** A node of the tree of a Markdown text. */
interface Part {
  readonly type: string
  readonly value?: string | undefined
  readonly url?: string | undefined
  readonly lang?: string | null | undefined
  readonly meta?: string | null | undefined
  readonly ordered?: boolean | null | undefined
  readonly position?: { readonly start: Place; readonly end: Place } | undefined
  children?: Part[]
  data?: { hProperties?: Record<string, number> } | undefined
}

const blocks: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

/** Nodes for which Markdown shows nothing, or another text. */
const unseen: ReadonlySet<string> = new Set(['definition', 'footnoteDefinition', 'footnoteReference', 'imageReference', 'linkReference'])
const marks: ReadonlySet<string> = new Set(['emphasis', 'strong', 'delete'])

/** Characters before a line within a quotation or a list. */
const linePrefix = /^(?:[ \t]*>)*[ \t]*/

/** The lines of a text, with a break between them. */
const linesOf = (text: string): readonly Part[] =>
  text
    .split(/\r\n|\n|\r/)
    .flatMap((line, place): readonly Part[] =>
      place === 0 ? [{ type: 'text', value: line }] : [{ type: 'break' }, { type: 'text', value: line.replace(linePrefix, '') }],
    )

/** A text with its breaks, word for word. */
const rawLines = (text: string): readonly Part[] =>
  text
    .split(/\r\n|\n|\r/)
    .flatMap((value, place): readonly Part[] => [...(place === 0 ? [] : [{ type: 'break' }]), { type: 'text', value }])

const signRow = /^[ \t]*(?:>[ \t]*){4}/m

class Typed {
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  keep(parent: Part): void {
    if (parent.children === undefined) return
    const isBlock = blocks.has(parent.type)
    if (parent.ordered === true) for (const item of parent.children) this.#number(item)
    parent.children = parent.children.flatMap((part) => this.#shown(part, isBlock))
  }

  /** The parts that a part is shown as. */
  #shown(part: Part, isBlock: boolean): readonly Part[] {
    if (unseen.has(part.type)) return this.#asTyped(part, isBlock)
    if (marks.has(part.type)) return this.#emphasis(part)
    switch (part.type) {
      case 'text':
        return linesOf(this.#textOf(part) ?? part.value ?? '')
      case 'html':
        return inBlock(linesOf(part.value ?? ''), isBlock)
      case 'blockquote':
        return this.#quotation(part)
      case 'image':
        return part.url?.startsWith('data:image/') === true ? [part] : this.#asTyped(part, isBlock)
      case 'code':
        return isLanguage(part) ? [part] : [...inBlock([{ type: 'text', value: infoOf(part) }], true), part]
      case 'link':
        return this.#link(part)
      default:
        this.keep(part)
        return [part]
    }
  }

  #textOf(part: Part): string | undefined {
    const span = spanOf(part)
    return span && this.#source.slice(span.from, span.to)
  }

  #asTyped(part: Part, isBlock: boolean): readonly Part[] {
    const text = this.#textOf(part)
    return text === undefined ? [part] : inBlock(linesOf(text), isBlock)
  }

  /** A row of signs, as of a conflict in a file, is no quotation of quotations. */
  #quotation(part: Part): readonly Part[] {
    const text = this.#textOf(part)
    if (text !== undefined && signRow.test(text)) return inBlock(rawLines(text), true)
    this.keep(part)
    return [part]
  }

  /** A list that skips numbers keeps them. */
  #number(item: Part): void {
    const number = /^\d{1,9}/.exec(this.#textOf(item) ?? '')?.[0]
    if (number !== undefined) item.data = { hProperties: { value: Number(number) } }
  }

  /** Words that lead elsewhere are followed by where. */
  #link(part: Part): readonly Part[] {
    const isNamed = this.#textOf(part)?.startsWith('[') === true
    this.keep(part)
    return isNamed ? [part, { type: 'text', value: ` (${part.url ?? ''})` }] : [part]
  }

  /** Signs that may be part of a name, as in `__init__.py` and `src/*.ts`, are shown. */
  #emphasis(part: Part): readonly Part[] {
    const outer = spanOf(part)
    const inner = { from: spanOf(part.children?.at(0))?.from, to: spanOf(part.children?.at(-1))?.to }
    this.keep(part)
    if (outer === undefined || inner.from === undefined || inner.to === undefined || this.#isAroundWords(outer)) return [part]
    const sign = (from: number, to: number): Part => ({ type: 'text', value: this.#source.slice(from, to) })
    return [sign(outer.from, inner.from), ...(part.children ?? []), sign(inner.to, outer.to)]
  }

  #isAroundWords({ from, to }: Span): boolean {
    const [before, at, after] = [this.#source.slice(0, from), this.#source.slice(from), this.#source.slice(to)]
    return /^(?:\*|~~)/.test(at) && /(?:^|[\s([{"'*~])$/.test(before) && /^(?:$|\s|[.,;:!?)\]}"'*~]+(?:\s|$))/.test(after)
  }
}

interface Span {
  readonly from: number
  readonly to: number
}

/** Where a part is in the text. */
const spanOf = (part: Part | undefined): Span | undefined => {
  const [from, to] = [part?.position?.start.offset, part?.position?.end.offset]
  return from === undefined || to === undefined ? undefined : { from, to }
}

const inBlock = (parts: readonly Part[], isBlock: boolean): readonly Part[] =>
  isBlock ? [{ type: 'paragraph', children: [...parts] }] : parts

/** Words beside the signs of a block of code that name no language, or are all there is, are words of the person. */
const isLanguage = ({ lang, meta, value }: Part): boolean => (meta ?? '') === '' && value !== '' && /^[\w+#.-]*$/.test(lang ?? '')

const infoOf = ({ lang, meta }: Part): string => [lang, meta].filter((word) => (word ?? '') !== '').join(' ')

/** So deep a text is not laid out: it would hold up the window. */
const deep = /^(?:[ \t]*(?:>|[*+-][ \t])){20}/m

export const isDeep = (text: string): boolean => deep.test(text)

/** Changes the tree of a text so that all that was typed is shown. */
export const keepTyped = (tree: Part, source: string): void => new Typed(source).keep(tree)
