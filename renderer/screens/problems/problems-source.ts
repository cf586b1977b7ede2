/** Loads problems page by page, and identifies a problem in an address by its source and line. */
import type { ProblemView, ProblemsPage } from '../../../app/contract/problems.ts'
import type { CallInput } from '../../../app/contract/calls.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { rowSource, type RowSource } from '../../ui/table/row-source.ts'

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

/** The problems of the imported files, page by page. */
export type ProblemsExtra = Pick<ProblemsPage, 'byCode'>
export type ProblemsQuery = Pick<CallInput<'problems.list'>, 'code' | 'sessionId'>

const pageSize = 200

export const problemsSource = (query: ProblemsQuery): RowSource<ProblemView, ProblemsExtra> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const page = await ask('problems.list', { ...query, offset, limit })
      return { rows: page.rows, total: page.total, extra: { byCode: page.byCode } }
    },
  })
