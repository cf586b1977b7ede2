/**
 * Where the files of a checkout go below its folder. Paths of transcripts are not trusted: every place is below the folder,
 * is a name that every program can read, and is the place of one file only.
 */
import { foldedName } from '../../../model/composed-form.ts'
import type { SkipReason } from '../../../contract/known-files.ts'
import { filePath, pathText, segmentsBelow, type FilePath } from '../../../model/objects/file-path.ts'

export interface PlacedPath {
  readonly path: string
  /** Below the folder; never empty. */
  readonly segments: readonly string[]
}

export interface PlaceRequest {
  /** Files that are newer come first: the first of two for one place gets it. */
  readonly paths: readonly string[]
  /** The working directory of the session; null: not known. */
  readonly cwd: string | null
  readonly platform: NodeJS.Platform
  /** Whether the file system of the folder takes `A` and `a` for one name. */
  readonly ignoresCase: boolean
  /** Bytes of a path below the folder at most. */
  readonly longest: number
}

export interface PlacePlan {
  readonly places: readonly PlacedPath[]
  readonly skipped: readonly { readonly path: string; readonly reason: SkipReason }[]
  /** The folder that all paths are written without; null: they are whole. */
  readonly without: string | null
}

export const manifestName = 'MANIFEST.json'

/** Characters that no file name should contain: control characters, and halves of surrogate pairs. */
const unprintable = /[\u0000-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const noWindowsCharacter = /[<>:"|?*\\/]/
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i
/** Characters that a file system of macOS does not see in names. */
const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const maxNameLength = 255

/** A checkout into a repository may not change what git runs. */
const isGits = (segment: string): boolean =>
  /^(?:\.git|git~\d+)$/i.test(
    segment
      .replaceAll(unseen, '')
      .replace(/:.*$/, '')
      .replace(/[. ]+$/, ''),
  )

const badSegment = (segment: string, platform: NodeJS.Platform): SkipReason | undefined => {
  if (unprintable.test(segment)) return 'bad-character'
  if (isGits(segment)) return 'reserved-name'
  if (Buffer.byteLength(segment) > maxNameLength) return 'too-long'
  if (platform !== 'win32') return undefined
  if (noWindowsCharacter.test(segment)) return 'bad-character'
  return device.test(segment) || /[. ]$/.test(segment) ? 'reserved-name' : undefined
}

const badPlace = (segments: readonly string[], { platform, longest }: PlaceRequest): SkipReason | undefined => {
  for (const segment of segments) {
    const bad = badSegment(segment, platform)
    if (bad !== undefined) return bad
  }
  const [first, ...others] = segments
  if (first === undefined || (others.length === 0 && first.toLowerCase() === manifestName.toLowerCase())) return 'reserved-name'
  return Buffer.byteLength(segments.join('/')) > longest ? 'too-long' : undefined
}

/** All of an absolute path, its drive or share included. */
const wholeSegments = ({ root, segments }: FilePath): readonly string[] => [
  ...root.split(/[\\/:]+/).filter((part) => part !== ''),
  ...segments,
]

/** Absolute; relative ones are taken from the working directory. */
const absolutePath = (path: string, cwd: string | null): FilePath | undefined =>
  filePath(path) ?? (cwd === null ? undefined : filePath(`${cwd}/${path}`))

/** Places that are taken, and the folders above them. */
class Places {
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()
  readonly #ignoresCase: boolean

  constructor(ignoresCase: boolean) {
    this.#ignoresCase = ignoresCase
  }

  /** @returns why it cannot be taken */
  take(segments: readonly string[]): SkipReason | undefined {
    const names = this.#ignoresCase ? segments.map(foldedName) : segments
    const own = names.join('/')
    const above = names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'))
    if (this.#files.has(own)) return 'same-name'
    if (this.#folders.has(own) || above.some((folder) => this.#files.has(folder))) return 'file-and-folder'
    this.#files.add(own)
    for (const folder of above) this.#folders.add(folder)
    return undefined
  }
}

/** The working directory, when all paths are below it. */
const sharedFolder = (paths: readonly FilePath[], cwd: string | null): FilePath | undefined => {
  const folder = cwd === null ? undefined : filePath(cwd)
  if (folder === undefined || paths.length === 0) return undefined
  return paths.every((path) => (segmentsBelow(folder, path)?.length ?? 0) > 0) ? folder : undefined
}

export const planPlaces = (request: PlaceRequest): PlacePlan => {
  const read = request.paths.map((path) => ({ path, absolute: absolutePath(path, request.cwd) }))
  const folder = sharedFolder(
    read.flatMap(({ absolute }) => absolute ?? []),
    request.cwd,
  )
  const taken = new Places(request.ignoresCase)
  const places: PlacedPath[] = []
  const skipped: { path: string; reason: SkipReason }[] = []
  for (const { path, absolute } of read) {
    if (absolute === undefined) {
      skipped.push({ path, reason: 'not-absolute' })
      continue
    }
    const segments = folder === undefined ? wholeSegments(absolute) : (segmentsBelow(folder, absolute) ?? [])
    const reason = badPlace(segments, request) ?? taken.take(segments)
    if (reason === undefined) places.push({ path, segments })
    else skipped.push({ path, reason })
  }
  return { places, skipped, without: folder === undefined ? null : pathText(folder) }
}
