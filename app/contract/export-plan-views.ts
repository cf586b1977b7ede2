/** What an export of a commit would be made of. Tokens are those that records and replies name; null: n/a, none of them does. */

export interface ExportPart {
  readonly commits: number
  /** Of their artifacts. */
  readonly bytes: number
  readonly tokens: number | null
  /** Part of the tokens: first prompts after compactions, from their length, since replies report them together with the summary. */
  readonly estimated: number
  /** Compactions and snapshots among them. */
  readonly summaries: number
  /** The others of which nothing says how many tokens they hold. */
  readonly unmeasured: number
}

export interface ExportPlan {
  readonly commitId: string
  readonly goesIn: ExportPart
  /** Told by the summary that it begins with. */
  readonly compacted: ExportPart
  /** Not told at all: before the commit at which it begins, or summaries of what is there anyway. */
  readonly leftOut: ExportPart
  /** The model that answered last; null: none did. */
  readonly model: string | null
  /** The context window of that model, tokens; null: not known. */
  readonly window: number | null
  /** The earliest commit to begin with so that it takes no more than the budget; null: none, or no budget was given. */
  readonly fitting: { readonly commitId: string; readonly tokens: number } | null
}
