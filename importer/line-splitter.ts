/** Lines out of pieces of a stream, of any length: a piece may end anywhere. */

const newline = 0x0a
const carriageReturn = 0x0d

export class LineSplitter {
  #begun: Uint8Array[] = []

  /** Lines that this piece ends, without what ends them. */
  push(piece: Uint8Array): readonly Uint8Array[] {
    const lines: Uint8Array[] = []
    let from = 0
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, from)) {
      lines.push(this.#line(piece.subarray(from, end)))
      from = end + 1
    }
    // A piece may be used again for what is read next.
    if (from < piece.length) this.#begun.push(Uint8Array.from(piece.subarray(from)))
    return lines
  }

  /** The bytes after the last line end. */
  end(): readonly Uint8Array[] {
    return this.#begun.length === 0 ? [] : [this.#line(new Uint8Array())]
  }

  #line(last: Uint8Array): Uint8Array {
    const line = Buffer.concat([...this.#begun, last])
    this.#begun = []
    return line.at(-1) === carriageReturn ? line.subarray(0, -1) : line
  }
}
