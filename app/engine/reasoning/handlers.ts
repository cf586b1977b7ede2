/** Handlers of reasoning. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { reasoningCalls } from '../../contract/reasoning.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { correctType } from './correct-type.ts'
import { listAttempts } from './list-attempts.ts'
import { findReasoning } from './find-reasoning.ts'
import { graphAround } from './graph-around.ts'
import { groupReasoning } from './group-reasoning.ts'
import { storeGuesses, textsToGuess, unguessedSessions } from './model-guesses.ts'
import { listTypeCorrections } from './list-type-corrections.ts'
import { reasonsBefore } from './reasons-before.ts'
import { findRepeated } from './find-repeated.ts'

export const reasoningHandlers = ({ context }: HandlerParts): HandlersOf<typeof reasoningCalls> => ({
  'reasoning.find': async (input) => {
    await context.ensure('reasoning')
    return findReasoning(context.store.database, input)
  },
  'reasoning.correct': async (input) => {
    await context.ensure('reasoning')
    const eventId = await correctType(context, input)
    await context.ensure('reasoning')
    const { rows } = await findReasoning(context.store.database, { eventId, offset: 0, limit: 1 })
    return rows[0] ?? null
  },
  'reasoning.corrections': async (input) => {
    await context.ensure('reasoning')
    return listTypeCorrections(context.store.database, input)
  },
  'reasoning.unguessed': (input) => unguessedSessions(context.store.database, input),
  'reasoning.textsToGuess': (input) => textsToGuess(context, input),
  'reasoning.storeGuesses': (input) => storeGuesses(context, input),
  'reasoning.groups': async (input) => {
    await context.ensure('reasoning')
    return groupReasoning(context.store.database, input)
  },
  'reasoning.graph': async (input) => {
    await context.ensure('reasoning')
    return graphAround(context, input)
  },
  'reasoning.attempts': async (input) => {
    await context.ensure('reasoning')
    return listAttempts(context.store.database, input)
  },
  'reasoning.repeated': (input) => findRepeated(context.store.database, input),
  'reasoning.before': async (input) => {
    await context.ensure('reasoning')
    return reasonsBefore(context.store.database, input)
  },
})
