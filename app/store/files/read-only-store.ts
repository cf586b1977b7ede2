/** What is said when a store is to be written and may only be read. */
import { StrataError } from '../../model/failure.ts'

export const readOnlyStore = (dir: string, cause?: NodeJS.ErrnoException): StrataError =>
  new StrataError(
    'store-read-only',
    `Cannot write to the store at ${dir}${cause?.code === undefined ? '' : `: ${cause.code}`}`,
    { path: dir },
    cause,
  )
