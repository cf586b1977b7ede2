/** Every rule that gives records their classes, with how many it decided in this store. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { RuleView } from '../../contract/ledger.ts'
import { agents } from '../../../importer/agents.ts'
import type { ListedRule } from '../../model/agent.ts'

/** In the order in which they are asked: the first that holds decides. A rule that several agents share is listed once. */
const every: readonly ListedRule[] = [...new Map(agents.flatMap(({ rules }) => rules.list).map((rule) => [rule.id, rule])).values()]

export const listRules = async (tables: Tables): Promise<readonly RuleView[]> => {
  const decided = new Map((await runQuery(tables, 'ruleCounts', {})).map((counts) => [counts.rule, counts]))
  return every.map((rule) => {
    const counts = decided.get(rule.id)
    return { ...rule, records: counts?.records ?? 0, corrected: counts?.corrected ?? 0 }
  })
}

/** A rule of the reference is named by the class that it gives; the rules beside it by their own id. */
export const ruleCalled = (id: string): ListedRule | undefined => every.find((rule) => rule.id === id)
