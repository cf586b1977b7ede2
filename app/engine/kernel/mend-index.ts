/** What becomes of an index that turns out to be damaged while it is opened or brought up to date: another takes its place, unasked. */
import { StrataError } from '../../model/failure.ts'

const isDamaged = (thrown: unknown): boolean => thrown instanceof StrataError && thrown.code === 'index-corrupt'

/** Does something with the index, and something else when it is damaged. */
export const mending = async <T>(work: () => Promise<T>, mend: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (thrown) {
    if (!isDamaged(thrown)) throw thrown
    return mend()
  }
}
