/** A line as it is kept while its session is derived. Fields that only its row needs are dropped; repeated values are shared. */
import type { EventMark, TokenCounts, UsageMark, TranscriptLine, WholeLine } from '../model/transcript-line.ts'

/** Fields that are the same in most lines of a file. */
type Surroundings = Pick<TranscriptLine, 'sessionId' | 'agentId' | 'isSidechain' | 'cwd' | 'gitBranch' | 'version' | 'entrypoint'>

/** Fields that few lines have. */
type Rarities = Pick<
  TranscriptLine,
  'lines' | 'logicalParentUuid' | 'headline' | 'agentLink' | 'compaction' | 'problems' | 'title' | 'forkedFrom' | 'carriedUuid'
>

/** Marks of a line, a bit each. */
const blank = 1
const isRoot = 2
const isMeta = 4
const isCompactSummary = 8
const hasImage = 16
const isApiError = 32
const isRepeat = 64
const namesSource = 128

const marksOf = (line: TranscriptLine): number =>
  (line.blank ? blank : 0) |
  (line.isRoot ? isRoot : 0) |
  (line.isMeta ? isMeta : 0) |
  (line.isCompactSummary ? isCompactSummary : 0) |
  (line.hasImage ? hasImage : 0) |
  (line.isApiError ? isApiError : 0) |
  (line.namesSource ? namesSource : 0) |
  (line.isRepeat ? isRepeat : 0)

/** The parts of a kept line. */
interface Parts {
  readonly line: TranscriptLine
  readonly parentUuid: string | undefined
  readonly toolUses: TranscriptLine['toolUses']
  readonly toolResultIds: readonly string[]
  readonly events: readonly EventMark[]
  readonly around: Surroundings
  readonly rare: Rarities
  readonly marks: number
}

class KeptLine implements TranscriptLine {
  readonly line: number
  readonly offset: number
  readonly length: number
  readonly type: string
  readonly subtype: string | undefined
  readonly class: TranscriptLine['class']
  readonly uuid: string | undefined
  readonly parentUuid: string | undefined
  readonly occurredAt: number | undefined
  readonly messageId: string | undefined
  readonly requestId: string | undefined
  readonly model: string | undefined
  readonly textBlocks: number
  readonly toolUses: TranscriptLine['toolUses']
  readonly toolResultIds: readonly string[]
  readonly events: readonly EventMark[]
  readonly usage: UsageMark | undefined
  private readonly around: Surroundings
  private readonly rare: Rarities
  private readonly marks: number

  constructor({ line, parentUuid, toolUses, toolResultIds, events, around, rare, marks }: Parts) {
    this.line = line.line
    this.offset = line.offset
    this.length = line.length
    this.type = line.type
    this.subtype = line.subtype
    this.class = line.class
    this.uuid = line.uuid
    this.parentUuid = parentUuid
    this.occurredAt = line.occurredAt
    this.messageId = line.messageId
    this.requestId = line.requestId
    this.model = line.model
    this.textBlocks = line.textBlocks
    this.toolUses = toolUses
    this.toolResultIds = toolResultIds
    this.events = events
    this.usage = usageMarkOf(line.usage)
    this.around = around
    this.rare = rare
    this.marks = marks
  }

  get blank(): boolean {
    return (this.marks & blank) !== 0
  }

  get isRoot(): boolean {
    return (this.marks & isRoot) !== 0
  }

  get isMeta(): boolean {
    return (this.marks & isMeta) !== 0
  }

  get isCompactSummary(): boolean {
    return (this.marks & isCompactSummary) !== 0
  }

  get hasImage(): boolean {
    return (this.marks & hasImage) !== 0
  }

  get namesSource(): boolean {
    return (this.marks & namesSource) !== 0
  }

  get isApiError(): boolean {
    return (this.marks & isApiError) !== 0
  }

  get isRepeat(): boolean {
    return (this.marks & isRepeat) !== 0
  }

  get sessionId(): string | undefined {
    return this.around.sessionId
  }

  get agentId(): string | undefined {
    return this.around.agentId
  }

  get isSidechain(): boolean {
    return this.around.isSidechain
  }

  get cwd(): string | undefined {
    return this.around.cwd
  }

  get gitBranch(): string | undefined {
    return this.around.gitBranch
  }

  get version(): string | undefined {
    return this.around.version
  }

  get entrypoint(): string | undefined {
    return this.around.entrypoint
  }

  get lines(): number {
    return this.rare.lines
  }

  get logicalParentUuid(): string | undefined {
    return this.rare.logicalParentUuid
  }

  get headline(): string {
    return this.rare.headline
  }

  get agentLink(): TranscriptLine['agentLink'] {
    return this.rare.agentLink
  }

  get compaction(): TranscriptLine['compaction'] {
    return this.rare.compaction
  }

  get problems(): TranscriptLine['problems'] {
    return this.rare.problems
  }

  get title(): TranscriptLine['title'] {
    return this.rare.title
  }

  get forkedFrom(): string | undefined {
    return this.rare.forkedFrom
  }

  get carriedUuid(): string | undefined {
    return this.rare.carriedUuid
  }
}

/** Without what only the row of a reply's usage says. */
const usageMarkOf = (usage: UsageMark | undefined): UsageMark | undefined =>
  usage && {
    ...countsOf(usage),
    isUnderstated: usage.isUnderstated,
    further: usage.further.length === 0 ? noCounts : usage.further.map(countsOf),
  }

const noCounts: readonly TokenCounts[] = []

const countsOf = (usage: TokenCounts): TokenCounts => ({
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
  cacheReadTokens: usage.cacheReadTokens,
  cacheWriteTokens: usage.cacheWriteTokens,
})

const nothingRare: Rarities = {
  lines: 1,
  logicalParentUuid: undefined,
  headline: '',
  agentLink: undefined,
  compaction: undefined,
  problems: [],
  title: undefined,
  forkedFrom: undefined,
  carriedUuid: undefined,
}

const raritiesOf = (line: TranscriptLine, headline: string): Rarities => {
  const { lines, logicalParentUuid, agentLink, compaction, problems, title, forkedFrom, carriedUuid } = line
  const saysNothing =
    headline === '' &&
    lines === 1 &&
    problems.length === 0 &&
    (logicalParentUuid ?? agentLink ?? compaction ?? title ?? forkedFrom ?? carriedUuid) === undefined
  return saysNothing ? nothingRare : { lines, logicalParentUuid, headline, agentLink, compaction, problems, title, forkedFrom, carriedUuid }
}

const isSame = (a: Surroundings, b: TranscriptLine): boolean =>
  a.sessionId === b.sessionId &&
  a.agentId === b.agentId &&
  a.isSidechain === b.isSidechain &&
  a.cwd === b.cwd &&
  a.gitBranch === b.gitBranch &&
  a.version === b.version &&
  a.entrypoint === b.entrypoint

const surroundingsOf = ({ sessionId, agentId, isSidechain, cwd, gitBranch, version, entrypoint }: TranscriptLine): Surroundings => ({
  sessionId,
  agentId,
  isSidechain,
  cwd,
  gitBranch,
  version,
  entrypoint,
})

/** A list that has grown keeps room for more; a copy has room for what is in it. */
const inNoMoreRoom = <T>(list: readonly T[]): readonly T[] => (list.length === 0 ? list : list.slice())

/** Keeps the lines of one file, in their order. */
export class LineCompactor {
  /** Calls without an answer yet, by their ids: an answer names its call with the same text. */
  private readonly open = new Map<string, string>()
  private lastUuid: string | undefined
  private around: Surroundings | undefined

  /**
   * @param events the fields of its events that chains and counts need.
   * @param headline empty for a line whose beginning is not used.
   */
  keep(line: WholeLine, events: readonly EventMark[], headline: string): TranscriptLine {
    // Most records follow the one before: one copy of its uuid is enough.
    const parentUuid = line.parentUuid === this.lastUuid ? this.lastUuid : line.parentUuid
    this.lastUuid = line.uuid
    if (this.around === undefined || !isSame(this.around, line)) this.around = surroundingsOf(line)
    for (const { id } of line.toolUses) this.open.set(id, id)
    return new KeptLine({
      line,
      parentUuid,
      toolUses: inNoMoreRoom(line.toolUses),
      toolResultIds: this.idsOfCalls(line.toolResultIds),
      events,
      around: this.around,
      rare: raritiesOf(line, headline),
      marks: marksOf(line),
    })
  }

  private idsOfCalls(ids: readonly string[]): readonly string[] {
    if (ids.length === 0) return ids
    const own = ids.slice()
    for (const [at, id] of own.entries()) {
      own[at] = this.open.get(id) ?? id
      this.open.delete(id)
    }
    return own
  }
}

/** The line, marked as one whose bytes are also in a longer copy of the file. */
export const asRepeat = (line: TranscriptLine): TranscriptLine =>
  new KeptLine({
    line,
    parentUuid: line.parentUuid,
    toolUses: line.toolUses,
    toolResultIds: line.toolResultIds,
    events: line.events,
    around: surroundingsOf(line),
    rare: raritiesOf(line, line.headline),
    marks: marksOf(line) | isRepeat,
  })
