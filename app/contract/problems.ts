/** Input that could not be read. */
import { z } from 'zod'
import type { Row } from '../model/columns.ts'
import type { problemColumns } from '../model/rows/problem-row.ts'
import { problemCodes } from '../model/problem.ts'
import { call, id, page } from './call.ts'

export type ProblemView = Row<typeof problemColumns>

export interface ProblemsPage {
  readonly rows: readonly ProblemView[]
  readonly total: number
  readonly byCode: readonly { readonly code: string; readonly count: number }[]
}

export const problemsCalls = {
  'problems.list': call<ProblemsPage>('reads')(() =>
    z.object({ ...page, sessionId: id.optional(), code: z.enum(problemCodes).optional() }),
  ),
} as const
