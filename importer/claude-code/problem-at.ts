/** A problem with the place of the line it was found in. */
import type { Problem, ProblemCode } from '../../app/model/problem.ts'
import type { RawLine } from '../read-lines.ts'

export const problemAt = (raw: RawLine, code: ProblemCode, reason: string): Problem => ({
  code,
  reason,
  line: raw.line,
  offset: raw.offset,
  length: raw.length,
})
