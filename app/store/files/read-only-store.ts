/** The error when a read-only store would be written. */
import { StrataError } from '../../model/failure.ts'

export const readOnlyStore = (dir: string, cause?: NodeJS.ErrnoException): StrataError =>
  new StrataError(
    'store-read-only',
    `Cannot write to the store at ${dir}${cause?.code === undefined ? '' : `: ${cause.code}`}`,
    { path: dir },
    cause,
  )
