/** The files that agents read and changed, and the calls of one, page by page. */
import type { CallInput } from '../../../app/contract/calls.ts'
import type { FileVersion, TouchedFile } from '../../../app/contract/files.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { rowSource, type RowSource } from '../../ui/table/row-source.ts'

const pageSize = 200

export const filesSource = (query: CallInput<'files.list'>): RowSource<TouchedFile, undefined> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const { rows, total } = await ask('files.list', { ...query, offset, limit })
      return { rows, total, extra: undefined }
    },
  })

export const versionsSource = (query: CallInput<'files.versions'>): RowSource<FileVersion, undefined> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const { rows, total } = await ask('files.versions', { ...query, offset, limit })
      return { rows, total, extra: undefined }
    },
  })
