/** What people said as they refused a call: the table of events contains no texts of results. */
import { StrataError } from '../../model/failure.ts'
import type { Store } from '../../store/store.ts'
import { recordText } from './record-text.ts'

interface Result {
  readonly kind: string
  readonly permission: string | null
  readonly sourceId: string
  readonly line: number
  readonly toolUseId: string | null
  readonly body: string
}

/** Words of a person are not longer. */
const maxChars = 100_000

/** Empty where the record is lost: the rest of the session is known all the same. */
const textOf = async (store: Store, { sourceId, line, toolUseId }: Result): Promise<string> => {
  try {
    return (await recordText(store, { sourceId, record: { line }, toolUseId: toolUseId ?? '', from: 0, length: maxChars })).text
  } catch (thrown) {
    if (thrown instanceof StrataError && (thrown.code === 'not-found' || thrown.code === 'artifact-corrupt')) return ''
    throw thrown
  }
}

/** The same rows; those of refused calls have their texts. */
export const withRefusalTexts = async <T extends Result>(store: Store, rows: readonly T[]): Promise<readonly T[]> => {
  const given: T[] = []
  for (const row of rows)
    given.push(
      row.kind === 'tool_result' && row.permission === 'refused' && row.body === '' ? { ...row, body: await textOf(store, row) } : row,
    )
  return given
}
