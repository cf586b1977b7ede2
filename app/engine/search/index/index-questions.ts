/** Queries of the search index. */
import { bagWeight, kindWeights } from '../weights.ts'
import type {
  FullTurn,
  FullTurnsInput,
  MatchingInput,
  MatchingOutput,
  MatchInput,
  MatchOutput,
  PossibleInput,
  RecentInput,
  TurnPassage,
  TurnsInput,
} from './index-messages.ts'
import { asList, counted, idsAndSessions, passageOf, type SearchStatements } from './search-statements.ts'

/** Ids of passages that are asked for. */
const bounds = (between: MatchInput['between']): { readonly from: number; readonly to: number } => {
  const [from, to] = between ?? [0, Number.MAX_SAFE_INTEGER]
  return { from, to }
}

/** Each throws an Error when an expression is none of FTS5. */
export class IndexQuestions {
  readonly #sql: SearchStatements

  constructor(sql: SearchStatements) {
    this.#sql = sql
  }

  match({ bag, said, isSpoken, isNewestFirst, commits, sessions, most, limit, between }: MatchInput): MatchOutput {
    const rows = this.#sql.all('match', {
      ...kindWeights,
      ...{ bagged: bagWeight, bag, said, most, limit, ...bounds(between) },
      spoken: isSpoken ? 1 : 0,
      newest: isNewestFirst ? 1 : 0,
      commits: asList(commits),
      sessions: asList(sessions),
    })
    return counted(rows)
  }

  /** The newest. */
  recent({ bag, commits, isTitled, sessions, limit, between }: RecentInput): MatchOutput {
    const input = { bag, commits: asList(commits), titled: isTitled ? 1 : 0, sessions: asList(sessions), limit, ...bounds(between) }
    return counted(this.#sql.all('recent', input))
  }

  turns({ bags, commits, least, turns, limit }: TurnsInput): readonly TurnPassage[] {
    const input = { bags: JSON.stringify(bags), commits: asList(commits), turns: asList(turns), least, limit }
    return this.#sql.all('turns', input).map((row) => ({
      ...passageOf(row),
      bits: row.bits,
      words: row.words,
    }))
  }

  frequencies(bags: readonly string[]): readonly number[] {
    return bags.map((bag) => this.#sql.one('frequency', bag)?.passages ?? 0)
  }

  fullTurns({ bags, commits, least }: FullTurnsInput): readonly FullTurn[] {
    return this.#sql.all('fullTurns', { bags: JSON.stringify(bags), commits: asList(commits), least })
  }

  matching({ bag, said, isSpoken, commits, sessions }: MatchingInput): MatchingOutput {
    const input = { bag, said, spoken: isSpoken ? 1 : 0, commits: asList(commits), sessions: asList(sessions) }
    return idsAndSessions(this.#sql.all('matching', input))
  }

  possible({ bag, commits, isTitled, sessions }: PossibleInput): MatchingOutput {
    const input = { bag, commits: asList(commits), titled: isTitled ? 1 : 0, sessions: asList(sessions) }
    return idsAndSessions(this.#sql.all('possible', input))
  }
}
