/** The place of a record, as text. */
import type { RecordName } from '../../contract/objects.ts'
import { lineName } from '../../model/line-name.ts'

/** As `--before` and `--after` take it. */
export const recordText = (record: Pick<RecordName, 'sourceId'> & Parameters<typeof lineName>[0]): string =>
  `${record.sourceId.slice(0, 12)}:${lineName(record)}`
