/** A DuckDB instance with a file attached, and connections to it that know nothing else. */
import { dirname, join } from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { execute } from './query.ts'
import { scratchFolder } from '../files/store-folder.ts'

export interface InstanceOptions {
  readonly readOnly: boolean
  readonly memoryBytes: number
  readonly threads: number
  /** Folder for data that does not fit into memory, and for files of rows (in its scratch folder). Default: the folder of the file. */
  readonly work?: string
}

/** Newest format that the bundled DuckDB writes: the texts of events are compressed with zstd, which older ones do not know. */
const storageVersion = 'v1.5.0'
/** DuckDB rewrites its file whenever its log reaches this size: rarely enough that a long import is not mostly rewriting. */
const walBytes = 256 * 1024 * 1024
/**
 * Rows that DuckDB compresses together, a multiple of its vectors. This many rows of one transaction go straight to the file. Fewer rows go
 * through the log and are rewritten later, which takes two to four times as long.
 */
const groupRows = 20_480
/** How many of those wait in memory until they go to the file. With five, as DuckDB has it, an import fills its memory and spills to files. */
const waitingGroups = 1
/** Every table has a block at least, so that small stores are mostly empty blocks; smaller ones than this take far longer to write. */
const blockBytes = 64 * 1024

const newInstance = (
  { memoryBytes, threads }: Pick<InstanceOptions, 'memoryBytes' | 'threads'>,
  spilled: string,
): Promise<DuckDBInstance> =>
  // The size of row groups and blocks can be chosen only when a file is attached.
  DuckDBInstance.create(':memory:', {
    memory_limit: `${memoryBytes}B`,
    threads: String(threads),
    temp_directory: spilled,
    write_buffer_row_group_count: String(waitingGroups),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })

/** Opens or creates the file at `path`. @throws every error of DuckDB; nothing is open then */
export const attachedInstance = async (path: string, options: InstanceOptions): Promise<DuckDBInstance> => {
  const { readOnly, work } = options
  const [folder, spilled] = work === undefined ? [dirname(path), `${path}.tmp`] : [work, join(work, 'spilled')]
  const instance = await newInstance(options, spilled)
  try {
    await attach(instance, path, readOnly)
    await closeOff(instance, [scratchFolder(folder), spilled])
    return instance
  } catch (cause) {
    instance.closeSync()
    throw cause
  }
}

const attach = async (instance: DuckDBInstance, path: string, readOnly: boolean, name = 'store'): Promise<void> => {
  const connection = await instance.connect()
  try {
    const how = readOnly ? 'READ_ONLY' : `ROW_GROUP_SIZE ${groupRows}, BLOCK_SIZE ${blockBytes}, STORAGE_VERSION '${storageVersion}'`
    await execute(connection, `ATTACH '${path.replaceAll("'", "''")}' AS ${name} (${how})`)
  } finally {
    connection.closeSync()
  }
}

/** Copies all tables of a closed file to a new one: DuckDB leaves what was deleted in the blocks of a file. */
export const copyTables = async (from: string, to: string, options: Pick<InstanceOptions, 'memoryBytes' | 'threads'>): Promise<void> => {
  const instance = await newInstance(options, `${from}.tmp`)
  try {
    await attach(instance, from, false)
    await attach(instance, to, false, 'fresh')
    const connection = await instance.connect()
    await execute(connection, 'CHECKPOINT store; COPY FROM DATABASE store TO fresh; CHECKPOINT fresh; DETACH fresh; DETACH store')
    connection.closeSync()
  } finally {
    instance.closeSync()
  }
}

/** SQL that a person wrote could read any file of the machine, or write it; only these folders are within reach. */
const closeOff = async (instance: DuckDBInstance, folders: readonly string[]): Promise<void> => {
  const connection = await instance.connect()
  const reachable = folders.map((folder) => `'${folder.replaceAll("'", "''")}'`)
  try {
    await execute(connection, `SET allowed_directories = [${reachable.join()}]; SET enable_external_access = false`)
  } finally {
    connection.closeSync()
  }
}

/** A connection whose statements are about the file. */
export const connectTo = async (instance: DuckDBInstance): Promise<DuckDBConnection> => {
  const connection = await instance.connect()
  await execute(connection, `USE store; SET TimeZone = 'UTC'; SET wal_autocheckpoint = '${walBytes}B'`)
  return connection
}
