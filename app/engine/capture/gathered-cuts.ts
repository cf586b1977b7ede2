/** Cuts whose commits are made together, and what is asked of the store for them. */
import type { CallInput } from '../../contract/calls.ts'
import type { CaptureSettings } from './capture-settings.ts'
import type { Cut } from './captured-chains.ts'
import type { Begun } from './spool.ts'

export interface Gathered {
  readonly cut: Cut
  /** The beginning and outcome of this commit in the spool of an interrupted capture; undefined: the spool does not contain it. */
  readonly known: Begun | undefined
  readonly createdAt: string
  readonly bytes: Uint8Array
}

/** Whether others follow that were begun together with these. */
export const isBegun = (gathered: readonly Gathered[]): boolean => gathered.at(-1)?.known?.isLast === false

/** @param session the id that the stream gives its session; '': the stream does not contain one */
export const commitsOf = (gathered: readonly Gathered[], settings: CaptureSettings, session: string): CallInput<'commit.checkpoints'> => {
  const { principal, machine, template, ticketId, threadId, onto, sessionId, startedAtMs } = settings
  const places = new Map(gathered.map(({ cut }, at) => [cut.tip, at]))
  const commits = gathered.map(({ cut, createdAt, bytes }) => {
    const { agentCall, agentType, commitType, checkpoint, streamed, tokens } = cut
    const parent = cut.parent.standing
    return {
      ...(parent.commitId === undefined ? { follows: places.get(parent) } : { parent: parent.commitId }),
      allowUnknownParent: true,
      commitType,
      checkpoint,
      format: 'events-v1',
      bytes,
      template,
      principal,
      machine,
      ticketId,
      threadId,
      sessionId: sessionId ?? (session || `capture-${startedAtMs}`),
      messageCount: streamed.length,
      tokenCount: tokens,
      createdAt,
      agentCall,
      agentType,
    }
  })
  return { commits, ...(onto === undefined ? {} : { onto }) }
}
