/** Answers to calls that make and name commits. */
import type { Handlers } from '../contract/calls.ts'
import type { JobParts } from './job-handlers.ts'
import { checkpoint } from './made/checkpoint.ts'
import { materialiseCommit } from './materialise/materialise-commit.ts'
import { findCommit } from './views/find-commit.ts'

type ChainCalls = 'commit.checkpoint' | 'commit.materialise'

export const chainHandlers = ({ context, jobs }: JobParts): Pick<Handlers, ChainCalls> => ({
  'commit.checkpoint': (input) => jobs.beside(async () => findCommit(context, await checkpoint(context, input))),
  'commit.materialise': (input) => jobs.beside(() => materialiseCommit(context, input, (work) => jobs.beside(work))),
})
