/** Who wrote each line of a file. */
import type { CallParsed } from '../../../contract/calls.ts'
import type { BlameView } from '../../../contract/objects.ts'
import { StrataError } from '../../../model/failure.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'

/** @throws StrataError not-found */
export const blameFile = (_: EngineContext, { path }: CallParsed<'file.blame'>): Promise<BlameView> =>
  Promise.reject(new StrataError('not-found', `No line of ${path} is known`, { text: path }))
