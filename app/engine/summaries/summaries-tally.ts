/** Counts the commits that an automatic summary was requested for, by outcome, and the cost. */
import type { SummariesCost, SummariesResult, UnsummarisedCommit } from '../../contract/summaries.ts'
import { lineTask } from './model-client.ts'
import { estimatedTokens, maxTokensOf, type Priced, type Tokens } from './model-price.ts'
import type { CommitPrompt } from './commit-prompts.ts'

/** Tokens of a line of a log. */
const defaultAnswer = 40

/** Expected tokens of a request for a text. */
const defaultTokens = (text: string): Tokens => estimatedTokens(lineTask.instruction, text, defaultAnswer)
/** Maximum tokens of a request for a text. */
export const maxTokens = (text: string): Tokens => maxTokensOf(lineTask.instruction, text, lineTask.maxTokens)

class Sum {
  input = 0
  output = 0
  usd = 0
  private isUnpriced = false

  add(tokens: Tokens, priced: Priced | undefined): void {
    if (priced === undefined) this.isUnpriced = true
    this.input += tokens.input
    this.output += tokens.output
    this.usd += priced?.(tokens) ?? 0
  }

  view(priced: Priced | undefined): SummariesCost {
    return { inputTokens: this.input, outputTokens: this.output, usd: priced === undefined || this.isUnpriced ? null : this.usd }
  }
}

type Counted = Pick<
  SummariesResult,
  | 'commits'
  | 'sessions'
  | 'characters'
  | 'alreadyWritten'
  | 'nothingToTell'
  | 'estimate'
  | 'batches'
  | 'awaited'
  | 'written'
  | 'overtaken'
  | 'spent'
  | 'problems'
  | 'stopped'
  | 'stoppedBecause'
>

export class SummariesTally {
  stopped: SummariesResult['stopped'] = null
  written = 0
  superseded = 0
  /** Batches that were sent. */
  batches = 0
  /** Commits of batches whose answers are to be fetched. */
  awaited = 0
  /** Dollars spent and dollars that requests under way may cost. */
  committedUsd = 0
  private stoppedBecause: string | null = null
  private readonly priced: Priced | undefined
  private readonly sessions = new Set<string>()
  private readonly estimate = new Sum()
  private readonly spent = new Sum()
  private readonly problems: UnsummarisedCommit[] = []
  private commits = 0
  private characters = 0
  private alreadyWritten = 0
  private nothingToTell = 0

  constructor(priced: Priced | undefined) {
    this.priced = priced
  }

  /** How many were sent, or would be. */
  get sent(): number {
    return this.commits
  }

  note(prompt: CommitPrompt): void {
    if (prompt.kind === 'written') this.alreadyWritten += 1
    else if (prompt.kind === 'silent') this.nothingToTell += 1
    else if (prompt.kind === 'unreadable') this.fail(prompt.commitId, prompt.reason)
    else {
      this.commits += 1
      this.sessions.add(prompt.sessionId)
      this.characters += prompt.text.length
      this.estimate.add(defaultTokens(prompt.text), this.priced)
    }
  }

  spend(tokens: Tokens, priced: Priced | undefined): void {
    this.spent.add(tokens, priced)
  }

  fail(commitId: string, reason: string): void {
    this.problems.push({ commitId, reason })
  }

  stop(why: NonNullable<SummariesResult['stopped']>, because: string): void {
    if (this.stopped !== null) return
    this.stopped = why
    this.stoppedBecause = because
  }

  view(): Counted {
    return {
      commits: this.commits,
      sessions: this.sessions.size,
      characters: this.characters,
      alreadyWritten: this.alreadyWritten,
      nothingToTell: this.nothingToTell,
      estimate: this.estimate.view(this.priced),
      batches: this.batches,
      awaited: this.awaited,
      written: this.written,
      overtaken: this.superseded,
      spent: this.spent.view(this.priced),
      problems: this.problems,
      stopped: this.stopped,
      stoppedBecause: this.stoppedBecause,
    }
  }
}
