/** Input that could not be read. */
import { z } from 'zod'
import { call, id, page } from './call.ts'

export interface ProblemView {
  readonly file: string
  readonly sourceId: string
  readonly sessionId: string | null
  readonly line: number | null
  readonly byteOffset: number | null
  readonly byteLength: number | null
  readonly code: string
  readonly reason: string
  readonly action: string
}

export interface ProblemsPage {
  readonly rows: readonly ProblemView[]
  readonly total: number
  readonly byCode: readonly { readonly code: string; readonly count: number }[]
}

export const problemsCalls = {
  'problems.list': call<ProblemsPage>('reads')(z.object({ ...page, sessionId: id.optional(), code: z.string().max(100).optional() })),
} as const
