/** Columns of the table of commits that say where a commit was made and for what. */
import type { CommitFacts } from '../chains/describe-commit.ts'
import type { ContextCommit } from '../model/context-commit.ts'

/** What the tables show of the record alone, null where it says nothing. */
export const recordColumns = ({ machine, ticket_id: ticketId, thread_id: threadId, token_count: tokenCount }: ContextCommit) => ({
  machine: machine ?? null,
  ticketId: ticketId ?? null,
  threadId: threadId ?? null,
  tokenCount: tokenCount ?? null,
})

/** What its records say of the client; null where none does. */
export const clientColumns = ({ cwd, gitBranch, clientVersion }: Pick<CommitFacts, 'cwd' | 'gitBranch' | 'clientVersion'>) => ({
  cwd: cwd ?? null,
  gitBranch: gitBranch ?? null,
  clientVersion: clientVersion ?? null,
})
