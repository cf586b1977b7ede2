/** Answers a question from the sessions of a repository. */
import type { CallParsed } from '../../contract/calls.ts'
import type { RecallAnswer } from '../../model/recall.ts'
import { recall } from '../../recall/recall.ts'
import { Redactor } from '../../secrets/redactor.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { privateWords } from '../kernel/settings.ts'
import { historyOf } from '../repositories/repository-of.ts'
import { loadCandidates } from './load-candidates.ts'
import { weightsOfStore } from './own-weights.ts'

/** @throws StrataError cancelled, artifact-corrupt, disk-full, invalid-input */
export const askRecall = async (context: EngineContext, input: CallParsed<'recall.ask'>): Promise<RecallAnswer> => {
  const { prompt, files, asOf = null, sessionId = null, branch = null, cwd, everywhere, tokens, redact } = input
  await context.ensure('reasoning')
  const own = await historyOf(context, cwd)
  const { repository, sessions } = own.sessions.length === 0 && everywhere && cwd !== undefined ? await historyOf(context, undefined) : own
  const candidates = await loadCandidates(context, { repository, sessions, asOf })
  const question = {
    prompt,
    files: files.map((file) => repository.relative(file) ?? file),
    asOf,
    sessionId,
    branch,
    cwd: cwd === undefined ? null : (repository.checkoutOf(cwd) ?? cwd),
  }
  const redactor = redact ? new Redactor(privateWords(context.store.dir)) : undefined
  return recall(question, candidates, {
    tokens,
    weights: weightsOfStore(context.store.dir),
    now: asOf ?? Date.now(),
    ...(redactor === undefined ? {} : { redact: (text) => redactor.text(text) }),
  })
}
