/** What was taken in that other programs recorded. */

/** Kinds of files that are taken in as commits of their own; what each is, docs/formats.md says. */
export const outsideFormats = ['events-v1', 'session-log', 'bureau-agent-v1', 'messages'] as const

export interface OutsideImportView {
  readonly files: readonly { readonly path: string; readonly commits: readonly string[]; readonly bytes: number }[]
  readonly problems: readonly {
    readonly path: string
    readonly line: number | null
    /** Byte in the file. */
    readonly offset: number | null
    readonly reason: string
    /** What to do. */
    readonly action: string
  }[]
}
