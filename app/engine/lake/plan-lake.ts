/** Finds the parts of a lake that must be written: those whose rows differ from its manifest. */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { lakeNamesOfNumbers, lakeParts, lakeTables, type LakePart } from '../../analytics/lake/lake-tables.ts'
import type { FrozenTables } from '../../store/tables/frozen-tables.ts'
import type { JobProgress } from '../kernel/job.ts'
import { describeTables, type DescribedTable } from '../sql/list-schema.ts'
import type { LakeColumn, LakeFile, LakeManifest, LakeTable } from './lake-manifest.ts'

export interface StalePart {
  readonly table: string
  readonly part: LakePart
  readonly path: string
}

export interface LakePlan {
  /** The tables with the files that are right already. */
  readonly tables: Readonly<Record<string, LakeTable>>
  readonly stale: readonly StalePart[]
  /** Paths of files whose rows are gone, or are now in another file. */
  readonly removed: readonly string[]
}

const dividing: readonly LakeColumn[] = [
  { name: 'project', type: 'VARCHAR', about: 'Project of the session, in the name of the folder; null without a session.' },
  {
    name: 'month',
    type: 'VARCHAR',
    about: 'Month of the beginning of the session, YYYY-MM, UTC, in the name of the folder; null when it has no time.',
  },
]

const described = (schema: readonly DescribedTable[], table: string): Pick<LakeTable, 'about' | 'columns'> => {
  const found = schema.find(({ name }) => name === table)
  const columns = (found?.columns ?? [])
    .filter(({ name }) => name !== 'project')
    .map(({ name, type, about }) => {
      const numbered = lakeNamesOfNumbers[name]
      return numbered === undefined ? { name, type, about } : { type: 'VARCHAR', ...numbered }
    })
  return { about: found?.about ?? null, columns: [...columns, ...dividing] }
}

/** Also a table without rows has a file: readers learn its columns from it. */
const noRows: LakePart = { project: null, month: null, rows: 0, digest: '0' }

/** A file that is gone or was cut off is written again. */
const isThere = async (dir: string, { path, bytes }: LakeFile): Promise<boolean> =>
  (await stat(join(dir, path)).catch(() => undefined))?.size === bytes

const filesOf = (manifest: LakeManifest | undefined): readonly string[] =>
  Object.values(manifest?.tables ?? {}).flatMap(({ files }) => files.map(({ path }) => path))

interface KnownLake {
  readonly dir: string
  readonly before: LakeManifest | undefined
  /** Statements about names that DuckDB runs first. */
  readonly names: readonly string[]
}

/** None when the rows were made in another way. */
const knownFiles = (before: LakeTable | undefined, definition: string): ReadonlyMap<string, LakeFile> =>
  new Map(before?.definition === definition ? before.files.map((file) => [file.path, file]) : [])

/** Which files of one table are up to date in the lake, and which are stale. */
const planTable = async (tables: FrozenTables, table: string, definition: string, lake: KnownLake) => {
  const known = knownFiles(lake.before?.tables[table], definition)
  const found = await lakeParts(tables, table)
  const parts = found.length === 0 ? [noRows] : found
  const paths = lakePaths(table, parts)
  const files: LakeFile[] = []
  const stale: StalePart[] = []
  for (const [at, part] of parts.entries()) {
    const path = paths[at] ?? ''
    const file = known.get(path)
    if (file?.digest === part.digest && file.rows === part.rows && (await isThere(lake.dir, file))) files.push(file)
    else stale.push({ table, part, path })
  }
  return { files, stale, paths }
}

/** Compares the tables with what the manifest says of the lake. */
export const planLake = async (tables: FrozenTables, lake: KnownLake, progress: JobProgress): Promise<LakePlan> => {
  const schema = await describeTables(tables)
  const planned: Record<string, LakeTable> = {}
  const stale: StalePart[] = []
  const wanted = new Set<string>()
  for (const [table, sql] of Object.entries(lakeTables)) {
    progress.checkpoint()
    const definition = createHash('sha256')
      .update([...lake.names, sql].join('\n'))
      .digest('hex')
      .slice(0, 16)
    const of = await planTable(tables, table, definition, lake)
    planned[table] = { ...described(schema, table), definition, files: of.files }
    stale.push(...of.stale)
    for (const path of of.paths) wanted.add(path)
    progress.advance(1)
  }
  const removed = filesOf(lake.before).filter((path) => !wanted.has(path))
  return { tables: planned, stale, removed }
}

/** The name for null in Hive's layout. */
const noValue = '__HIVE_DEFAULT_PARTITION__'
/** Maximum length of a name; file systems allow 255 bytes. */
const maxChars = 200

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const encoded = (value: string | null): string => {
  if (value === null || value === '') return noValue
  const text = encodeURIComponent(value).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 40).replace(/%[0-9A-F]?$/, '')}-${shortHash(value)}`
}

type Place = Pick<LakePart, 'project' | 'month'>

/**
 * Paths below the folder of the lake, in the order of the parts. Where names differ only in case, which some systems take for the same,
 * the later ones get another file name.
 */
const lakePaths = (table: string, parts: readonly Place[]): readonly string[] => {
  const taken = new Set<string>()
  return parts.map(({ project, month }) => {
    const folder = `${table}/project=${encoded(project)}/month=${encoded(month)}`
    const path = taken.has(folder.toLowerCase()) ? `${folder}/data-${shortHash(project ?? '')}.parquet` : `${folder}/data.parquet`
    taken.add(folder.toLowerCase())
    return path
  })
}
