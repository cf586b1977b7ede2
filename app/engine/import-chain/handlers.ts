/** Handler of the import of conversations of other programs. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { importChainCalls } from '../../contract/import-chain.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { importChain } from './import-chain.ts'

export const importChainHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof importChainCalls> => ({
  'outside.import': (input) => jobs.runParallel(() => importChain(context, input)),
})
