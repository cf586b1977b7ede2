/** The projection: the DuckDB tables that follow the packs and the journal, and how far they have followed. */
import { createHash } from 'node:crypto'
import { StrataError } from '../../model/failure.ts'
import { text } from '../../model/columns.ts'
import { isIndexDamage } from './damaged-index.ts'
import { Database, type DatabaseOptions } from './database.ts'
import { execute } from './query.ts'
import type { PackPosition } from '../files/pack-files.ts'
import { copyEmptyIndex, removeIndex } from './index-files.ts'
import { exists, type StorePaths } from '../files/store-folder.ts'
import type { DuckDBConnection } from '@duckdb/node-api'
import { migrations } from './schema/schema.ts'

/** How far the tables have followed: they show every journal entry up to that number, and every pack entry before that place. */
export interface ProjectionState {
  readonly journalSeq: number
  readonly packs: PackPosition
}

export interface ProjectionOptions extends DatabaseOptions {
  /** Version of the rules that derive rows; tables derived by others are rebuilt. */
  readonly rulesVersion?: string
  /** A file with the empty tables of this version, which the build makes: copying it is faster than creating the tables. */
  readonly emptyIndex?: string
}

export interface Projection {
  readonly database: Database
  /** Undefined for tables that were created just now and are empty. */
  readonly state: ProjectionState | undefined
}

/**
 * Opens the tables. They are created again when they are missing, damaged, of an older version, or not `fits`.
 * @throws StrataError store-locked, store-newer; query-mismatch when they would have to be created but `readOnly`
 */
export const openProjection = async (
  paths: StorePaths,
  options: ProjectionOptions,
  fits: (state: ProjectionState) => boolean,
): Promise<Projection> => {
  const found = await openExisting(paths, options, fits)
  if (found !== undefined) return found
  if (options.readOnly === true) {
    throw new StrataError('query-mismatch', 'The index must be rebuilt, which requires write access to the store', {
      path: paths.index,
    })
  }
  return { database: (await copyTables(paths, options)) ?? (await newTables(paths, options)), state: undefined }
}

const newTables = async (paths: StorePaths, options: ProjectionOptions): Promise<Database> => {
  await removeIndex(paths)
  const database = await Database.open(paths.index, options)
  await database.transaction(async (connection) => {
    await createTables(connection)
    await writeValues(connection, { rules_version: options.rulesVersion ?? '' })
  })
  return database
}

/** The empty tables that the build made; undefined: there are none, or they are of another version. */
const copyTables = async (paths: StorePaths, options: ProjectionOptions): Promise<Database | undefined> => {
  const { emptyIndex, rulesVersion = '' } = options
  await removeIndex(paths)
  if (emptyIndex === undefined || !(await copyEmptyIndex(emptyIndex, paths))) return undefined
  let database: Database | undefined
  try {
    database = await Database.open(paths.index, options)
    const rows = await database.query("SELECT value FROM projection_state WHERE key = 'schema_hash'", { value: text('value') })
    if (rows[0]?.value === schemaHash()) {
      await database.transaction((connection) => writeValues(connection, { rules_version: rulesVersion }))
      return database
    }
  } catch (cause) {
    if (cause instanceof StrataError && !isIndexDamage(cause)) {
      await database?.close()
      throw cause
    }
  }
  await database?.close()
  return undefined
}

/** Writes a file with the empty tables of this version. @throws StrataError disk-full; every other error of DuckDB */
export const writeEmptyIndex = async (path: string): Promise<void> => {
  const database = await Database.open(path)
  await database.transaction(createTables)
  await database.checkpoint()
  await database.close()
}

const openExisting = async (
  paths: StorePaths,
  options: ProjectionOptions,
  fits: (state: ProjectionState) => boolean,
): Promise<Projection | undefined> => {
  if (!(await exists(paths.index))) return undefined
  let database: Database | undefined
  try {
    database = await Database.open(paths.index, options)
    const state = await readState(database, options.rulesVersion ?? '')
    if (state !== undefined && fits(state)) return { database, state }
    await database.close()
    return undefined
  } catch (cause) {
    await database?.close()
    if (cause instanceof StrataError && !isIndexDamage(cause)) throw cause
    // After every other error of DuckDB: the file can be rebuilt from the packs and the journal.
    return undefined
  }
}

/** Undefined for tables of an older schema or of other rules. @throws StrataError store-newer */
const readState = async (database: Database, rulesVersion: string): Promise<ProjectionState | undefined> => {
  const rows = await database.query('SELECT key, value FROM projection_state', { key: text('key'), value: text('value') })
  const state = new Map(rows.map(({ key, value }) => [key, value]))
  const number = (key: string): number => Number(state.get(key) ?? 0)
  const version = number('schema_version')
  if (version > schemaVersion) {
    throw new StrataError('store-newer', 'The index was written by a newer version of Strata', { found: version, known: schemaVersion })
  }
  if (version < schemaVersion || state.get('rules_version') !== rulesVersion) return undefined
  return {
    journalSeq: number('journal_seq'),
    packs: { packId: number('pack_id'), offset: number('pack_offset') },
  }
}

/** Distinguishes tables of one schema from those of another that has the same number. */
const schemaHash = (): string => createHash('sha256').update(migrations.join('\n')).digest('hex')

const createTables = async (connection: DuckDBConnection): Promise<void> => {
  for (const sql of migrations) await execute(connection, sql)
  await writeValues(connection, { schema_version: schemaVersion, schema_hash: schemaHash() })
}

/** Records how far the tables have followed, within the transaction that made them follow. */
export const writeState = ({ journalSeq, packs }: ProjectionState, connection: DuckDBConnection): Promise<void> =>
  writeValues(connection, { journal_seq: journalSeq, pack_id: packs.packId, pack_offset: packs.offset })

const writeValues = async (connection: DuckDBConnection, values: Readonly<Record<string, string | number>>): Promise<void> => {
  const [keys, texts] = [Object.keys(values), Object.values(values).map(String)]
  await execute(
    connection,
    `INSERT INTO projection_state
     SELECT unnest($keys::VARCHAR[]), unnest($texts::VARCHAR[])
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    { keys, texts },
  )
}

const schemaVersion = migrations.length
