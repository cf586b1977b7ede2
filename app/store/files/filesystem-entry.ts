/** File systems as the journal holds them: they decide which files are the same. */
import { z } from 'zod'

/**
 * A name of a file system, or a rule for paths of transcripts: what stands below the prefix is on that file system, has another path, or
 * both. It decides which files are the same.
 */
export const filesystemEntry = z.object({
  kind: z.literal('filesystem'),
  name: z.string(),
  /** The file system to whose transcripts it applies. */
  of: z.string(),
  /** Absent: it names a file system only. */
  prefix: z.string().optional(),
  /** Applies to transcripts that were imported from this folder only. */
  root: z.string().optional(),
  /** Absent: paths below the prefix stay on their file system. */
  filesystem_id: z.string().optional(),
  /** The replacement for the prefix. */
  as: z.string().optional(),
  /** A person removed it. */
  removed: z.literal(true).optional(),
  /** ISO 8601. */
  set_at: z.string(),
})

/** The file system of transcripts that are imported from a folder, when it is not that of the machine that imports them. */
export const rootEntry = z.object({ kind: z.literal('root'), root: z.string(), filesystem_id: z.string(), set_at: z.string() })

const place = z.object({ filesystem_id: z.string(), path: z.string() }).readonly()

/** Whether two folders are checkouts of one repository: a person said so. */
export const checkoutEntry = z.object({
  kind: z.literal('checkout'),
  one: place,
  other: place,
  /** null: what sessions saw decides again. */
  same: z.boolean().nullable(),
  /** ISO 8601. */
  set_at: z.string(),
})

/** The subject of two checkouts: the same for both orders of the folders. */
export const checkoutSubject = ({ one, other }: Readonly<z.infer<typeof checkoutEntry>>): string =>
  `checkout ${[one, other]
    .map(({ filesystem_id: filesystem, path }) => JSON.stringify([filesystem, path]))
    .sort()
    .join(' ')}`

/** The file system of a machine that imported transcripts. */
export const machineEntry = z.object({
  kind: z.literal('machine'),
  /** The file system of sessions that do not name one, because they were imported before this entry was written. */
  filesystem_id: z.string(),
  /** The generated id of a machine whose own id cannot be read. */
  drawn: z.object({ filesystem_id: z.string(), why: z.string() }).readonly().optional(),
})

/** By what it decides: two machines may use one name, and one prefix of a machine and folder has one rule. */
export const filesystemSubject = ({ of, root = '', prefix, name }: Readonly<z.infer<typeof filesystemEntry>>): string =>
  `filesystem ${JSON.stringify(prefix === undefined ? [of, name] : [of, root, prefix])}`

/** The subject of the file system of a folder of transcripts. */
export const rootSubject = (root: string): string => `root ${root}`

/** The subject of what is said of all machines. */
export const machineSubject = 'machine'
