/** The calls that were given a file, page by page. */
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { FileVersion } from '../../../../app/contract/files.ts'
import { ask } from '../../../ui/calls/bridge.ts'
import { rowSource, type RowSource } from '../../../ui/table/row-source.ts'

const pageSize = 200

export const callsSource = (query: CallInput<'files.versions'>): RowSource<FileVersion, undefined> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const { rows, total } = await ask('files.versions', { ...query, offset, limit })
      return { rows, total, extra: undefined }
    },
  })
