/** Repositories: which folders are checkouts of the same one. */
import { z } from 'zod'
import { allRows, call, nothing, path } from './call.ts'

/** Two folders that sessions worked in, and what speaks for one repository. */
export interface CheckoutLinkView {
  readonly one: string
  readonly other: string
  /** The file systems that they are on. */
  readonly filesystemIds: readonly [string, string]
  /** Files with the same relative path that had an equal content in both. */
  readonly files: number
  /** Number of contents that an agent made in one checkout, and that were later seen in the other. */
  readonly carried: number
  /** Branches that sessions were on in both, except those that every repository has. */
  readonly branches: readonly string[]
  /** Commits of Git that sessions saw in both. */
  readonly commits: number
  /** Commits that were made in each were seen in the other later. */
  readonly isExchanged: boolean
  /** The command of git that made one from the other; null: none is known. */
  readonly named: 'worktree' | 'clone' | null
  /** The setting of a person; null: the evidence decides. */
  readonly setting: 'joined' | 'separate' | null
  readonly isJoined: boolean
}

export interface RepositoriesView {
  /** Checkouts of each repository that has several. */
  readonly repositories: readonly { readonly checkouts: readonly string[] }[]
  /** Joined and doubtful pairs, those with most evidence first. */
  readonly links: readonly CheckoutLinkView[]
}

export const repositoriesCalls = {
  'repositories.list': call<RepositoriesView>('reads', allRows)(() => nothing),
  /** Joins two checkouts, separates them, or lets the evidence decide again (`same: null`). */
  'repositories.set': call<CheckoutLinkView>(
    'repeatable',
    allRows,
  )(() => z.object({ one: path, other: path, same: z.boolean().nullable() })),
} as const
