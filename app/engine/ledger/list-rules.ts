/** Every rule that gives records their classes, with how many it decided in this store. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { RuleView } from '../../contract/ledger.ts'
import type { ClassificationRule } from '../../../importer/claude-code/classification-rule.ts'
import { lineRules } from '../../../importer/claude-code/line-rules.ts'
import { recordRules } from '../../../importer/claude-code/record-rules.ts'
import { isObject } from '../../model/json-object.ts'
import { readRecord } from '../../model/record.ts'
import { referenceClass, referenceRules } from '../../../importer/claude-code/reference-class.ts'
import { userRules } from '../../../importer/claude-code/user-rules.ts'

type Listed = Omit<RuleView, 'records' | 'corrected'>

const referenceOf = (example: unknown): string | null => (isObject(example) ? referenceClass(readRecord(example)).class : null)

const exampleText = (example: unknown): string => (typeof example === 'string' ? example : JSON.stringify(example))

const finer = (rule: Pick<ClassificationRule, 'id' | 'class' | 'looksAt' | 'example'>, appliesTo: RuleView['appliesTo']): Listed => ({
  id: rule.id,
  ledger: 'finer',
  appliesTo,
  class: rule.class,
  referenceClass: referenceOf(rule.example),
  looksAt: rule.looksAt,
  example: exampleText(rule.example),
})

const reference = ({ class: name, looksAt, example }: (typeof referenceRules)[number]): Listed => ({
  id: `reference/${name}`,
  ledger: 'reference',
  appliesTo: name === 'other' ? 'other' : 'user',
  class: name,
  referenceClass: name,
  looksAt,
  example: exampleText(example),
})

/** In the order in which they are asked: the first that holds decides. */
const every: readonly Listed[] = [
  ...userRules.map((rule) => finer(rule, 'user')),
  ...recordRules.map((rule) => finer(rule, 'other')),
  ...lineRules.map((rule) => finer(rule, 'other')),
  ...referenceRules.map(reference),
]

export const listRules = async (tables: Tables): Promise<readonly RuleView[]> => {
  const decided = new Map((await runQuery(tables, 'ruleCounts', {})).map((counts) => [counts.rule, counts]))
  return every.map((rule) => {
    const counts = decided.get(rule.id)
    return { ...rule, records: counts?.records ?? 0, corrected: counts?.corrected ?? 0 }
  })
}

/** A rule of the reference is named by the class that it gives; the rules beside it by their own id. */
export const ruleCalled = (id: string): Listed | undefined => every.find((rule) => rule.id === id)
