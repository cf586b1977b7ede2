/** Images, documents and cells of notebooks in a conversation. */

export interface ImageView {
  readonly mediaType: string
  /** null: not in the transcript, too large, or of a kind that is not only drawn. */
  readonly dataUrl: string | null
  readonly bytes: number
}

export interface DocumentView {
  readonly name: string | null
  readonly mediaType: string
  /** Size of the document; null: not recorded. */
  readonly bytes: number | null
  readonly pages: number | null
  /** Its text where the transcript has it as text, at most the first 20,000 UTF-16 code units. */
  readonly text: string | null
}

/** A cell of a notebook. */
export interface CellView {
  readonly kind: string
  readonly id: string | null
  readonly language: string | null
  /** The number that the notebook gives its last run. */
  readonly run: number | null
  readonly source: string
  readonly outputs: readonly { readonly kind: string; readonly text: string; readonly image: ImageView | null }[]
}
