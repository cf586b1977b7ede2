/** Starts the program of a captured agent. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { withGivenMask } from '../../store/files/private-files.ts'

/** The agent's own files have the rights that its user chose, not those of the store. */
export const startAgent = (program: string, args: readonly string[], options: SpawnOptions): ChildProcess =>
  withGivenMask(() => spawn(program, args, options))
