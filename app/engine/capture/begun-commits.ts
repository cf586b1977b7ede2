/** Commits that a capture began, as its spool says. */
import { z } from 'zod'
import { jsonIn, type SpoolRecord } from './spool.ts'

/** A commit that was begun: the same asked again makes the same commit. What cannot be read is not known. */
const begunCommit = z.object({ created_at: z.string().optional().catch(undefined), parent: z.string().catch('') }).readonly()

export interface Begun {
  readonly createdAt: string
  readonly parent: string
  /** Undefined: it is not known whether it was made. */
  readonly outcome: { readonly commitId: string } | 'failed' | undefined
}

export const wholeSeconds = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`

/** What a spool says of the commits that were begun, in their order. */
export const begunIn = (records: readonly SpoolRecord[]): readonly Begun[] => {
  const begun: Begun[] = []
  for (const { kind, content, atMs } of records) {
    const last = begun.at(-1)
    if (kind === 'begin') {
      const { created_at: createdAt = wholeSeconds(atMs), parent } = begunCommit.parse(jsonIn(content))
      begun.push({ createdAt, parent, outcome: undefined })
    } else if (last !== undefined && kind === 'made') begun[begun.length - 1] = { ...last, outcome: { commitId: content.toString('utf8') } }
    else if (last !== undefined && kind === 'failed') begun[begun.length - 1] = { ...last, outcome: 'failed' }
  }
  return begun
}
