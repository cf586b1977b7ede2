/** What earlier sessions say about the message of an event, for the context that it is assembled into. */
import { noMemory, type Memory } from '../../assemble/memory.ts'
import type { CallParsed } from '../../contract/calls.ts'
import { StrataError } from '../../model/failure.ts'
import { countOf } from '../../model/format/count.ts'
import { recallHeading } from '../../model/recall.ts'
import { findCommit } from '../commits/find-commit.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { askRecall } from '../recall/ask-recall.ts'

type Input = Pick<CallParsed<'context.assemble'>, 'commitId' | 'workspace' | 'event' | 'recall'>

/** Files of an event that a question names. */
const maxFiles = 100

/**
 * The own session is in the context already. What is at or after the time of the event is hidden.
 * @returns undefined: it is not asked for
 * @throws StrataError invalid-input without an event; not-found, ambiguous-id, malformed-id, cancelled, artifact-corrupt, disk-full
 */
export const recallForEvent = async (
  context: EngineContext,
  { commitId, workspace, event, recall: tokens }: Input,
): Promise<Memory | undefined> => {
  if (tokens === undefined) return undefined
  if (event === undefined)
    throw new StrataError('invalid-input', 'Cannot recall without a message: give --message or --event', { option: 'event' })
  const { commit } = await findCommit(context, commitId)
  const cwd = workspace ?? commit.cwd
  if (cwd === null) return noMemory('no record says in which folder the agent works, so its repository is not known')
  const { silent, text, items } = await askRecall(context, {
    prompt: event.content,
    files: (event.attachments ?? []).map(({ path }) => path).slice(0, maxFiles),
    ...(event.time === undefined ? {} : { asOf: Date.parse(event.time) }),
    sessionId: commit.sessionId,
    ...(commit.gitBranch === null ? {} : { branch: commit.gitBranch }),
    cwd,
    everywhere: false,
    tokens,
    redact: false,
  })
  if (silent) return noMemory('nothing that other sessions of the repository say fits the message')
  const cited = [...new Set(items.map(({ commitId: own, sessionId }) => own ?? sessionId))]
  return { text: `${recallHeading}\n${text.trimEnd()}`, cited, why: `${countOf(items.length, 'item')} of ${cited.join(', ')}` }
}
