/** Which file a path in a transcript names: the file system that it is on, and its path there. */
import { composed, filePath, pathText, segmentsBelow, type FilePath } from './file-path.ts'

/** The folder from which a transcript was imported. */
export interface SourceRoot {
  /** File system of the machine that wrote the transcript. */
  readonly filesystemId: string
  /** The recorded folder of the transcripts. */
  readonly root: string
}

/** A rule for paths at or below a prefix: they are on another file system, have another path, or both. */
export interface PathRule {
  /** The file system whose transcripts the rule applies to. */
  readonly of: string
  /** Applies to transcripts of this folder only. */
  readonly root?: string | undefined
  readonly prefix: string
  /** The file system that is mounted there; undefined: the file system does not change. */
  readonly filesystemId?: string | undefined
  /** The replacement for the prefix. */
  readonly as?: string | undefined
}

export interface ResolvedPath {
  readonly filesystemId: string
  readonly path: string
}

interface Match {
  readonly rule: PathRule
  readonly depth: number
  readonly below: readonly string[]
}

const matchOf = (rule: PathRule, path: FilePath): readonly Match[] => {
  const prefix = filePath(rule.prefix)
  const below = prefix && segmentsBelow(prefix, path)
  return prefix === undefined || below === undefined ? [] : [{ rule, depth: prefix.segments.length, below }]
}

/** The longest prefix; of equal ones that of this folder alone. */
const isCloser = (one: Match, other: Match): boolean =>
  one.depth === other.depth ? one.rule.root !== undefined && other.rule.root === undefined : one.depth > other.depth

const resolveWith = (rules: readonly PathRule[], filesystemId: string, path: FilePath): ResolvedPath => {
  const [first, ...others] = rules.flatMap((rule) => matchOf(rule, path))
  if (first === undefined) return { filesystemId, path: composed(pathText(path)) }
  const { rule, below } = others.reduce((best, match) => (isCloser(match, best) ? match : best), first)
  const target = rule.as === undefined ? undefined : filePath(rule.as)
  const moved = target === undefined ? path : { root: target.root, segments: [...target.segments, ...below] }
  if (rule.filesystemId !== undefined) return { filesystemId: rule.filesystemId, path: composed(pathText(moved)) }
  // Each rule is used once, so that rules that lead to each other end.
  return resolveWith(
    rules.filter((one) => one !== rule),
    filesystemId,
    moved,
  )
}

/** Undefined for a path that is not absolute: join it with the working directory first. */
export const resolvePath = (rules: readonly PathRule[], source: SourceRoot, path: string): ResolvedPath | undefined => {
  const found = filePath(path)
  if (found === undefined) return undefined
  const applying = rules.filter(({ of, root }) => of === source.filesystemId && (root === undefined || root === source.root))
  return resolveWith(applying, source.filesystemId, found)
}
