/** Names a problem in an address: its source and line. */
import type { ProblemView } from '../../../app/contract/problems.ts'

export interface ProblemPlace {
  readonly sourceId: string
  readonly line: number
}

/** Several problems may share a line, so code and offset belong to the key of a row. */
export const problemKey = (problem: ProblemView): string =>
  `${problem.sourceId}:${problem.line ?? ''}:${problem.code}:${problem.byteOffset ?? ''}`

/** The line that a key points at; undefined: the problem concerns the whole file. */
export const problemPlace = (key: string): ProblemPlace | undefined => {
  const [sourceId = '', line = ''] = key.split(':')
  return sourceId === '' || line === '' || !/^\d+$/.test(line) ? undefined : { sourceId, line: Number(line) }
}
