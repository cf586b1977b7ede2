/** A text of which only the length is known, because nobody reads it. */
export class UnreadText {
  /** UTF-16 code units. */
  readonly length: number

  constructor(length: number) {
    this.length = length
  }
}
