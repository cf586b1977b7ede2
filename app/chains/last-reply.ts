/** The reply after which a chain is to be cut: its records may stand apart, and notes of the client between them. */
import { toolKind } from '../../importer/agents.ts'
import { mainChain } from '../model/agent-chain.ts'
import { typedByHuman } from '../model/record-class.ts'
import type { Checkpoint } from '../model/context-commit.ts'
import type { Granularity } from '../model/granularity.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'

export interface ReplyRules {
  readonly chain: string
  readonly granularity: Granularity
  /** Lines with a call that is known to have started an agent, with any tool. */
  readonly spawning: ReadonlySet<TranscriptLine>
}

export class LastReply {
  readonly #rules: ReplyRules
  /** Id of the reply; undefined: the chain continues after the last reply. */
  #name: string | undefined
  #calls = false

  constructor(rules: ReplyRules) {
    this.#rules = rules
  }

  /** Whether the chain is cut before the next message. */
  get isLast(): boolean {
    return this.#name !== undefined
  }

  /** Why it is cut then. */
  get checkpoint(): Checkpoint {
    return this.#calls ? 'tool_call' : 'explicit'
  }

  forget(): void {
    this.#name = undefined
    this.#calls = false
  }

  /** @param line a record of a reply */
  see(line: TranscriptLine): void {
    const isSame = this.isSameReply(line)
    this.#calls = line.toolUses.length > 0 || (isSame && this.#calls)
    if (!isSame) this.#name = undefined
    if (this.#isCutAfter(line)) this.#name = line.messageId ?? line.uuid
  }

  /** Whether a line is another record of the same reply. */
  isSameReply(line: TranscriptLine): boolean {
    return this.#name !== undefined && this.isReply(line) && line.messageId === this.#name
  }

  isReply(line: TranscriptLine): boolean {
    return line.type === 'assistant' || (this.#isCarried(line) && (line.messageId !== undefined || line.toolUses.length > 0))
  }

  isConversation(line: TranscriptLine): boolean {
    return line.type === 'user' || line.type === 'assistant' || typedByHuman.has(line.class) || this.#isCarried(line)
  }

  /** A message that a progress record carries is one of the agent's own chain; on the chain that watches the agent it is a note. */
  #isCarried(line: TranscriptLine): boolean {
    return line.class === 'agent_message' && this.#rules.chain !== mainChain
  }

  #isCutAfter(line: TranscriptLine): boolean {
    const { granularity, spawning } = this.#rules
    return granularity === 'response' || spawning.has(line) || line.toolUses.some((use) => toolKind(use.name) === 'agent')
  }
}
