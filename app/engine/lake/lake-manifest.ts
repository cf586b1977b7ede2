/** The manifest of a lake: which files belong to it, what they hold, and from what they were made. docs/lake.md describes it. */
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StrataError, systemCode } from '../../model/failure.ts'
import { diskFull, isFull } from '../../store/files/disk-full.ts'
import { removeFile } from '../../store/files/store-folder.ts'

const lakeFile = z.object({
  /** Below the folder of the lake, with forward slashes. */
  path: z.string().regex(/^[a-z_]+\/project=[^/\\]+\/month=[^/\\]+\/data[-0-9a-f]*\.parquet$/),
  project: z.string().nullable(),
  month: z.string().nullable(),
  rows: z.number().int().min(0),
  bytes: z.number().int().min(0),
  digest: z.string(),
})
export type LakeFile = Readonly<z.infer<typeof lakeFile>>

const lakeColumn = z.object({ name: z.string(), type: z.string(), about: z.string().nullable() })
export type LakeColumn = Readonly<z.infer<typeof lakeColumn>>

const lakeTable = z.object({
  about: z.string().nullable(),
  columns: z.array(lakeColumn).readonly(),
  /** Hash of how its rows are made. */
  definition: z.string(),
  files: z.array(lakeFile).readonly(),
})
export type LakeTable = Readonly<z.infer<typeof lakeTable>>

const lakeManifest = z.object({
  format: z.literal('strata-lake'),
  version: z.literal(1),
  /** Names the store that it was written from, and the key of its hashes, without telling it. */
  store: z.string(),
  anonymised: z.boolean(),
  /** False while it is written, or when that was stopped: some files may be newer than others. */
  complete: z.boolean(),
  /** Sessions that changed while it was written: their facts, versions of files and thinking events may be missing. */
  lacking: z.number().int().min(0).default(0),
  /** UTC. */
  writtenAt: z.string(),
  writtenBy: z.string(),
  tables: z.record(z.string(), lakeTable),
})
export type LakeManifest = Readonly<z.infer<typeof lakeManifest>>

const fileOf = (dir: string): string => join(dir, 'manifest.json')

/** Undefined: there is none. @throws StrataError target-exists when the file is something else */
export const readLakeManifest = async (dir: string): Promise<LakeManifest | undefined> => {
  const text = await readFile(fileOf(dir), 'utf8').catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT') return undefined
    throw new StrataError('path-refused', `Cannot read ${fileOf(dir)}`, { path: fileOf(dir) }, cause)
  })
  if (text === undefined) return undefined
  try {
    return lakeManifest.parse(JSON.parse(text))
  } catch (cause) {
    throw new StrataError(
      'target-exists',
      `${fileOf(dir)} is not the manifest of a lake; nothing was written`,
      { path: fileOf(dir) },
      cause,
    )
  }
}

/** Where a manifest is written before it gets its name. */
const partOf = (dir: string): string => `${fileOf(dir)}.part`

/** Names in the folder of a lake that a lake which was ended leaves there. */
export const isLakeLeftOver = (name: string): boolean => name === 'manifest.json.part'

/** A crash leaves the old one or the new one. @throws StrataError disk-full; nothing is left of it */
export const writeLakeManifest = async (dir: string, manifest: LakeManifest): Promise<void> => {
  try {
    const file = await open(partOf(dir), 'w')
    try {
      await file.writeFile(`${JSON.stringify(manifest, undefined, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partOf(dir), fileOf(dir))
  } catch (cause) {
    await removeFile(partOf(dir)).catch(() => undefined)
    throw isFull(cause) ? diskFull(fileOf(dir), cause) : cause
  }
}
