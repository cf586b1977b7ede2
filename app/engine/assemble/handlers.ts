/** Handlers of the calls that assemble contexts. */
import type { Memory } from '../../assemble/memory.ts'
import type { assembleCalls } from '../../contract/assemble.ts'
import type { CallParsed, HandlersOf } from '../../contract/calls.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { assembleAt } from './assemble-at.ts'
import { compactOnFork } from './compact-on-fork.ts'
import { recallForEvent } from './recall-for-event.ts'

export const assembleHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof assembleCalls> => {
  /** Before the context is read: a table that is made for it waits for the jobs, and these wait for what reads beside them. */
  const recalled = async (input: CallParsed<'context.assemble'>): Promise<Memory | undefined> => {
    if (input.recall !== undefined) await jobs.whenTablesAreWhole()
    return recallForEvent(context, input)
  }
  return {
    'context.assemble': async (input) => {
      const memory = await recalled(input)
      return jobs.runParallel(() => assembleAt(context, input, memory))
    },
    'context.compact': async (input) => {
      const memory = await recalled(input)
      return jobs.runParallel(() => compactOnFork(context, input, memory))
    },
  }
}
