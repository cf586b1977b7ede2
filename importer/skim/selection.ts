/** What is read of a JSON value, as a tree; and how the tree is laid out for the WASM that copies what is read. */

/** `whole`: all of the value. Otherwise the selection depends on the kind of value; parts that a tree does not name are excluded. */
export type Selection = 'whole' | Fields | Elements | Length

/** An object's members by name; of a value that is no object, that it is none: null takes its place. */
export interface Fields {
  readonly kind: 'fields'
  /** A function, since a tree may contain itself. */
  readonly fields: () => Readonly<Record<string, Selection>>
}

/** A list's elements, texts whole; all of a value that is no list. */
export interface Elements {
  readonly kind: 'elements'
  readonly of: Selection
}

/**
 * For a string, its length in UTF-16 code units, as a number; for a list, its elements, texts whole; for an object, its members; otherwise
 * null.
 */
export interface Length {
  readonly kind: 'length'
  readonly elements: Selection
  readonly object: Fields
}

export const fields = (own: () => Readonly<Record<string, Selection>>): Fields => ({ kind: 'fields', fields: own })

/** Words of 32 bits, as assembly/select-fields.ts reads them: kind, then 64 lists of members, or how parts are read. */
const kinds = { fields: 0, elements: 1, length: 2 } as const
const whole = 1
const lists = 64
const wordsOf = { fields: 1 + lists, elements: 2, length: 3 } as const
const wordsOfMember = 4
/** Names are compared sixteen bytes at a time. */
const nameBlock = 16

const hashOf = (name: Buffer): number => (name.length + 3 * (name[0] ?? 0) + 7 * (name.at(-1) ?? 0)) & (lists - 1)

/** The tree in memory that begins at an address. */
class Layout {
  readonly words: number[] = []
  private readonly at: number
  private readonly nodes = new Map<Selection, number>()

  constructor(at: number) {
    this.at = at
  }

  /** How a value is read: `whole`, or the address of a node. */
  place(selection: Selection): number {
    if (selection === 'whole') return whole
    const known = this.nodes.get(selection)
    if (known !== undefined) return known
    const address = this.room(wordsOf[selection.kind])
    this.nodes.set(selection, address)
    this.set(address, 0, kinds[selection.kind])
    if (selection.kind === 'fields') for (const [name, how] of Object.entries(selection.fields())) this.member(address, name, how)
    else if (selection.kind === 'elements') this.set(address, 1, this.place(selection.of))
    else {
      this.set(address, 1, this.place(selection.elements))
      this.set(address, 2, this.place(selection.object))
    }
    return address
  }

  private member(node: number, name: string, selection: Selection): void {
    const bytes = Buffer.from(name)
    const how = this.place(selection)
    const member = this.room(wordsOfMember)
    const list = 1 + hashOf(bytes)
    this.set(member, 0, this.name(bytes))
    this.set(member, 1, bytes.length)
    this.set(member, 2, how)
    this.set(member, 3, this.words[(node - this.at) / 4 + list] ?? 0)
    this.set(node, list, member)
  }

  private name(bytes: Buffer): number {
    const padded = Buffer.alloc(Math.ceil(bytes.length / nameBlock) * nameBlock)
    bytes.copy(padded)
    const address = this.room(padded.length / 4)
    for (let at = 0; at < padded.length; at += 4) this.set(address, at / 4, padded.readUInt32LE(at))
    return address
  }

  private room(words: number): number {
    const address = this.at + this.words.length * 4
    for (let word = 0; word < words; word += 1) this.words.push(0)
    return address
  }

  private set(address: number, word: number, value: number): void {
    this.words[(address - this.at) / 4 + word] = value
  }
}

/** @param at address where the words are going to be. */
export const layOut = (selection: Fields, at: number): { readonly root: number; readonly words: readonly number[] } => {
  const layout = new Layout(at)
  const root = layout.place(selection)
  return { root, words: layout.words }
}
