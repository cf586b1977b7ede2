/** Handlers of the search. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { searchCalls } from '../../contract/search.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { searchTexts } from './search-texts.ts'

export const searchHandlers = ({ context }: HandlerParts): HandlersOf<typeof searchCalls> => ({
  'text.search': (input) => searchTexts(context.store.database, input),
})
