/** How typed and queued prompts add up to human prompts. */
import type { LedgerPrompts } from '../../../app/contract/ledger.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'

export const promptSum = ({ humanPrompts, typed, queued, copies, commands }: LedgerPrompts): string =>
  `Human prompts: ${formatCount(humanPrompts)} = ${formatCount(typed)} typed + ${formatCount(queued)} queued − ${countOf(copies, 'copy', 'copies')}. Commands are counted separately: ${formatCount(commands)}.`
