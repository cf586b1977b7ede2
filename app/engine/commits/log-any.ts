/** The log of any commit, also of one that was amended away: the tables show such a chain only from where it leaves the others. */
import type { CallParsed } from '../../contract/calls.ts'
import type { LogPage } from '../../contract/commits.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { showHistory } from './chain-views.ts'
import { logChain } from './log-chain.ts'
import { fitsRecord, matchingCommits } from './matching-commits.ts'

const logReplaced = async (context: EngineContext, of: string, input: CallParsed<'chain.log'>): Promise<LogPage> => {
  const { offset, limit } = input
  const { commits } = await showHistory(context, { commitId: of })
  const fits = await matchingCommits(context.store.database, input)
  const found = commits.filter((commit) => fits === undefined || fits(commit.commitId) || fitsRecord(commit, input))
  return { commits: found.slice(offset, offset + limit), total: found.length }
}

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const logAny = async (context: EngineContext, input: CallParsed<'chain.log'>): Promise<LogPage> => {
  try {
    return await logChain(context.store.database, input)
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code !== 'not-found' || input.of === undefined) throw thrown
    return logReplaced(context, input.of, input)
  }
}
