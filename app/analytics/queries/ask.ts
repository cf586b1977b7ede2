/** Asks the tables a question from the catalog. */
import type { Columns, Row } from '../../store/tables/columns.ts'
import type { Database } from '../../store/tables/database.ts'
import type { Parameters } from '../../store/tables/query.ts'
import type { Asked, ParameterColumns, Question } from './question.ts'
import { chainQuestions } from './chain-questions.ts'
import { fileQuestions } from './file-questions.ts'
import { ledgerQuestions } from './ledger-questions.ts'
import { contextQuestions } from './context-questions.ts'
import { costQuestions } from './cost-questions.ts'
import { referenceQuestions } from './reference-questions.ts'
import { searchQuestions } from './search-questions.ts'
import { sessionQuestions } from './session-questions.ts'
import { statsQuestions } from './stats-questions.ts'
import { timelineQuestions } from './timeline-questions.ts'

/** The tables, as far as questions need them. */
export type Tables = Pick<Database, 'query'>

type Catalog = typeof catalog
export type QuestionName = keyof Catalog
/** A row of the answer to a question. */
export type Answer<N extends QuestionName> = Row<Catalog[N]['columns']>

/**
 * Asks a question of the last committed state.
 * @throws StrataError query-mismatch when the tables and the catalog disagree
 */
export const ask = async <N extends QuestionName>(
  tables: Tables,
  name: N,
  parameters: Asked<Catalog[N]['parameters']> & Parameters,
): Promise<readonly Answer<N>[]> => {
  const question: Question<Columns, ParameterColumns> = catalog[name]
  return (await tables.query(question.sql, question.columns, parameters)) as readonly Answer<N>[]
}

/** Every question that Strata asks its tables, by name. */
export const catalog = {
  ...sessionQuestions,
  ...chainQuestions,
  ...timelineQuestions,
  ...statsQuestions,
  ...costQuestions,
  ...contextQuestions,
  ...referenceQuestions,
  ...ledgerQuestions,
  ...searchQuestions,
  ...fileQuestions,
} as const
