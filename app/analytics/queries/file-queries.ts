/** Queries about the files that agents read and changed. */
import { count } from '../../model/columns.ts'
import { fileVersionColumns, touchedFileColumns } from '../../model/rows/file-row.ts'
import { countParameter, optionalText, textParameter, textsParameter } from './query-spec.ts'
import fileList from './file-list.sql?raw'
import fileVersions from './file-versions.sql?raw'

/** Which tools do what with a file: see `model/file-tools.ts`. */
const tools = { changers: textsParameter('changers'), readers: textsParameter('readers'), finders: textsParameter('finders') } as const
const page = { limit: countParameter('limit'), offset: countParameter('offset') } as const
const total = count('total')

export const fileQueries = {
  fileList: {
    sql: fileList,
    columns: { ...touchedFileColumns, total },
    parameters: { text: optionalText('text'), project: optionalText('project'), session: optionalText('session'), ...tools, ...page },
  },
  fileVersions: {
    sql: fileVersions,
    columns: { ...fileVersionColumns, total },
    parameters: { path: textParameter('path'), session: optionalText('session'), ...tools, ...page },
  },
} as const
