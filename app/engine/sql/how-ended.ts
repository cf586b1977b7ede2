/** How a process that ran SQL ended without an answer. */
import { tooMuchMemoryCode } from './sql-process-messages.ts'

/** @returns memory when it needed too much of it, else what the system says */
export const howEnded = (code: number | null, signal: NodeJS.Signals | null): string => {
  if (code === tooMuchMemoryCode) return 'memory'
  return signal === null ? `exit code ${String(code)}` : `signal ${signal}`
}
