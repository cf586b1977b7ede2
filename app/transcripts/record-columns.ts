/** Columns of the table of commits with the place and the purpose of a commit. */
import type { CommitFacts } from '../chains/describe-commit.ts'
import type { ContextCommit } from '../model/context-commit.ts'

/** Columns that only the record fills; null: the record has no value. */
export const recordColumns = ({ machine, ticket_id: ticketId, thread_id: threadId, token_count: tokenCount }: ContextCommit) => ({
  machine: machine ?? null,
  ticketId: ticketId ?? null,
  threadId: threadId ?? null,
  tokenCount: tokenCount ?? null,
})

/** Columns about the client from the commit's records; null: no record has a value. */
export const clientColumns = ({ cwd, gitBranch, clientVersion }: Pick<CommitFacts, 'cwd' | 'gitBranch' | 'clientVersion'>) => ({
  cwd: cwd ?? null,
  gitBranch: gitBranch ?? null,
  clientVersion: clientVersion ?? null,
})
