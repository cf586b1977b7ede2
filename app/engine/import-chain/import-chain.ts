/** Imports what other programs recorded: each file becomes commits, and input that cannot be read is reported with its place. */
import { readFile, readdir, stat } from 'node:fs/promises'
import { basename, extname, dirname, join } from 'node:path'
import type { ChainFileDelta, ChainFileProblem } from './chain-file.ts'
import { chainFileKinds, type ChainFileKind } from './read-chain-file.ts'
import { calls, type CallParsed } from '../../contract/calls.ts'
import type { OutsideImportView } from '../../contract/import-chain.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { checkpoint } from '../checkpoints/checkpoint.ts'

type Input = CallParsed<'outside.import'>
type ProblemView = OutsideImportView['problems'][number]

const action = 'Everything before it was imported. Correct or remove that place, and import the file again; nothing is imported twice.'
const unreadableAction = 'Check that the path exists and that you have read permission; everything else was imported.'

const problemView = (path: string, { line, offset, reason }: ChainFileProblem): ProblemView => ({
  path,
  line: line ?? null,
  offset: offset ?? null,
  reason,
  action,
})

const stemOf = (path: string): string => basename(path, extname(path))

/** Where the next commit of a chain continues. */
interface Tip {
  readonly parent: string
  /** Milliseconds since 1970. */
  readonly at: number
}

class OutsideImport {
  readonly files: OutsideImportView['files'][number][] = []
  readonly problems: ProblemView[] = []
  readonly #context: EngineContext
  readonly #input: Input
  readonly #kind: ChainFileKind
  /** By folder, for files that follow each other. */
  readonly #tips = new Map<string, Tip>()

  constructor(context: EngineContext, input: Input) {
    this.#context = context
    this.#input = input
    this.#kind = chainFileKinds[input.format]
  }

  async run(): Promise<OutsideImportView> {
    const { files, unreadable } = await outsideFiles(this.#input.paths, this.#kind.extension)
    for (const { path, reason } of unreadable) this.#unreadable(path, reason)
    for (const file of files) await this.#take(file)
    return { files: this.files, problems: this.problems }
  }

  #unreadable(path: string, reason: string): void {
    this.problems.push({ path, line: null, offset: null, reason, action: unreadableAction })
  }

  async #bytesOf({ path }: OutsideFile): Promise<Uint8Array | undefined> {
    try {
      return await readFile(path)
    } catch (thrown) {
      this.#unreadable(path, thrown instanceof Error ? thrown.message : String(thrown))
      return undefined
    }
  }

  async #take(file: OutsideFile): Promise<void> {
    const bytes = await this.#bytesOf(file)
    if (bytes === undefined) return
    const { deltas, problems } = this.#kind.read(bytes)
    for (const problem of problems) this.problems.push(problemView(file.path, problem))
    let tip = this.#kind.isChained ? this.#tips.get(file.folder) : undefined
    const commits: string[] = []
    for (const delta of deltas) {
      tip = await this.#commit(file, delta, tip)
      commits.push(tip.parent)
    }
    if (tip !== undefined) this.#tips.set(file.folder, tip)
    if (deltas.length > 0) this.files.push({ path: file.path, commits, bytes: bytes.length })
  }

  /** No clock enters an id: where no event has a time, the one before has, or the file was changed last then. */
  async #commit(file: OutsideFile, delta: ChainFileDelta, tip: Tip | undefined): Promise<Tip> {
    const at = delta.at ?? tip?.at ?? file.modifiedMs
    const { sessionId, principal, template } = this.#input
    const session = sessionId ?? (this.#kind.isChained ? basename(file.folder) : stemOf(file.path))
    const input = calls['commit.checkpoint'].input.parse({
      parent: tip?.parent ?? '',
      commitType: delta.commitType,
      checkpoint: delta.checkpoint,
      format: delta.format,
      bytes: delta.bytes,
      sessionId: session,
      createdAt: new Date(at).toISOString(),
      ...(principal === undefined ? {} : { principal }),
      ...(template === undefined ? {} : { template }),
    })
    return { parent: await checkpoint(this.#context, input), at }
  }
}

/** Content that was already imported is not imported again. @throws StrataError disk-full */
export const importChain = (context: EngineContext, input: Input): Promise<OutsideImportView> => new OutsideImport(context, input).run()

/** Finds the files of a kind that other programs recorded: those that are named, and in folders those that end as the kind does. */
interface OutsideFile {
  readonly path: string
  /** The folder it lies in. */
  readonly folder: string
  readonly modifiedMs: number
}

interface Unreadable {
  readonly path: string
  readonly reason: string
}

interface FoundFiles {
  readonly files: readonly OutsideFile[]
  readonly unreadable: readonly Unreadable[]
}

/** Numbers in names count as numbers: delta-2 comes before delta-10. */
const byName = new Intl.Collator('en', { numeric: true })

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

const namesIn = async (folder: string, extension: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() || (entry.isFile() && entry.name.endsWith(`.${extension}`)))
    .map(({ name }) => name)
    .sort((a, b) => byName.compare(a, b) || (a < b ? -1 : 1))
}

/** Files below the paths, folders in the order of their names. */
const outsideFiles = async (paths: readonly string[], extension: string): Promise<FoundFiles> => {
  const files: OutsideFile[] = []
  const unreadable: Unreadable[] = []
  const visit = async (path: string): Promise<void> => {
    try {
      const found = await stat(path)
      if (found.isDirectory()) for (const name of await namesIn(path, extension)) await visit(join(path, name))
      else if (found.isFile()) files.push({ path, folder: dirname(path), modifiedMs: found.mtimeMs })
      else unreadable.push({ path, reason: 'it is not a regular file' })
    } catch (thrown) {
      unreadable.push({ path, reason: reasonOf(thrown) })
    }
  }
  for (const path of paths) await visit(path)
  return { files, unreadable }
}
