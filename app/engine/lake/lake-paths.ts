/** Where the files of a lake lie: one folder a table, project and month, named as readers of Hive's layout expect. */
import { createHash } from 'node:crypto'
import type { LakePart } from '../../analytics/lake/lake-tables.ts'

/** What Hive's layout has for null. */
const noValue = '__HIVE_DEFAULT_PARTITION__'
/** Systems allow 255 bytes for a name. */
const mostChars = 200

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const encoded = (value: string | null): string => {
  if (value === null || value === '') return noValue
  const text = encodeURIComponent(value).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return text.length <= mostChars ? text : `${text.slice(0, mostChars - 40).replace(/%[0-9A-F]?$/, '')}-${shortHash(value)}`
}

type Place = Pick<LakePart, 'project' | 'month'>

/**
 * Paths below the folder of the lake, in the order of the parts. Where names differ only in case, which some systems take for the same,
 * the later ones get another file name.
 */
export const lakePaths = (table: string, parts: readonly Place[]): readonly string[] => {
  const taken = new Set<string>()
  return parts.map(({ project, month }) => {
    const folder = `${table}/project=${encoded(project)}/month=${encoded(month)}`
    const path = taken.has(folder.toLowerCase()) ? `${folder}/data-${shortHash(project ?? '')}.parquet` : `${folder}/data.parquet`
    taken.add(folder.toLowerCase())
    return path
  })
}
