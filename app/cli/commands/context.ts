/** strata context: how large the context of a session was at each reply, and what the request behind a reply contained. */
import { contextText } from '../text/context-text.ts'
import { requestText } from '../text/request-text.ts'
import { jsonText } from '../text/failure-text.ts'
import { recordPlace } from '../record-place.ts'
import type { CallInput } from '../../contract/calls.ts'
import { StrataError } from '../../model/failure.ts'
import type { Strata } from '../run-with-engine.ts'
import type { DefineCommand } from './command.ts'

interface Options {
  readonly at?: string
  readonly chain?: string
  readonly items?: boolean
}

/** A place has a colon; ids, refs and numbers have none. */
const replyAt = async (strata: Strata, at: string): Promise<CallInput<'context.request'>['at']> => {
  if (!/:[\d.]+$/.test(at)) return at
  const { sourceId, line, hasRecord } = await recordPlace(strata, at)
  // The number of a line without a record may be the key of another record.
  if (!hasRecord) throw new StrataError('not-found', `No record is at ${at}`, { text: at })
  return { sourceId, line }
}

export const contextCommand: DefineCommand = (command, run) =>
  command
    .argument('<session>', 'session id, or a unique prefix')
    .option('--at <reply>', 'what the request behind a reply contained: last, the number of a reply, a commit, or FILE:LINE of its record')
    .option('--chain <name>', 'chain in which --at counts replies; main if it is not given')
    .option('--items', 'with --at: every item, in the order in which the model read it')
    .action((sessionId: string, { at, chain, items = false }: Options) =>
      run.withEngine(async (strata) => {
        const { ask, json, terminal } = strata
        if (at === undefined && !items) {
          const view = await ask('session.context', { sessionId })
          await terminal.print(json ? jsonText(view) : contextText(view, terminal))
          return undefined
        }
        const view = await ask('context.request', {
          sessionId,
          at: await replyAt(strata, at ?? 'last'),
          ...(chain === undefined ? {} : { chain }),
        })
        await terminal.print(json ? jsonText(view) : requestText(view, items, terminal))
        return undefined
      }),
    )
