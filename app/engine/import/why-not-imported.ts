/** Why a session's files were not imported, as a problem of theirs. */
import type { ProblemCode } from '../../model/problem.ts'

export interface WhyNotImported {
  readonly problem: ProblemCode
  readonly reason: string
}

const isSystemCode = (code: string | undefined): code is string => /^E[A-Z0-9_]+$/.test(code ?? '')

/**
 * What is no word of the system's is a fault of the program.
 * @param code of the error that ended the derivation; undefined: it had none.
 */
export const whyNotImported = (code: string | undefined, message: string): WhyNotImported => {
  if (!isSystemCode(code)) return { problem: 'not-understood', reason: message }
  if (code === 'ESHORT') return { problem: 'changed-while-reading', reason: 'the file kept changing while it was read' }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return { problem: 'too-large', reason: 'the session needs more memory than there is' }
  return { problem: 'unreadable-file', reason: `the file cannot be read: ${code}` }
}
