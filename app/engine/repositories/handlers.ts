/** Handlers of the calls about repositories and their checkouts. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { repositoriesCalls } from '../../contract/repositories.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { listRepositories, setCheckouts } from './set-checkouts.ts'

export const repositoriesHandlers = ({ context }: HandlerParts): HandlersOf<typeof repositoriesCalls> => ({
  'repositories.list': () => listRepositories(context),
  'repositories.set': (input) => setCheckouts(context, input),
})
