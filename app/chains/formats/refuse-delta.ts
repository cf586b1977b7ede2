/** Says why bytes are no delta of a format, and at which byte. */
import { StrataError } from '../../model/failure.ts'
import { CborError } from '../../store/cbor/cbor-head.ts'

/** Runs `read`; what CBOR it refuses becomes a failure that names the format. @throws StrataError delta-malformed */
export const refusing = <T>(format: string, read: () => T): T => {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof CborError)) throw cause
    throw new StrataError('delta-malformed', `No delta of the format ${format}: ${cause.message}`, { format, offset: cause.offset }, cause)
  }
}
