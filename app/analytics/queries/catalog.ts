/** Every question that Strata asks its tables, by name. */
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
