/** The rules of Claude Code's records, as they are asked and as the app lists them. */
import type { AgentRules, ListedRule } from '../../app/model/agent.ts'
import { isObject } from '../../app/model/json-object.ts'
import { contentOf, readRecord } from '../../app/model/record.ts'
import type { ClassificationRule } from './classification-rule.ts'
import { classify, evidenceOf, saidIn } from './classify.ts'
import { lineRules } from './line-rules.ts'
import { recordRules } from './record-rules.ts'
import { mentionsInjected, referenceClass, referenceRules } from './reference-class.ts'
import { userRules } from './user-rules.ts'

const referenceOf = (example: unknown): string | null => (isObject(example) ? referenceClass(readRecord(example)).class : null)

const exampleText = (example: unknown): string => (typeof example === 'string' ? example : JSON.stringify(example))

const finer = (rule: Pick<ClassificationRule, 'id' | 'class' | 'looksAt' | 'example'>, appliesTo: ListedRule['appliesTo']): ListedRule => ({
  id: rule.id,
  ledger: 'finer',
  appliesTo,
  class: rule.class,
  referenceClass: referenceOf(rule.example),
  looksAt: rule.looksAt,
  example: exampleText(rule.example),
})

const reference = ({ class: name, looksAt, example }: (typeof referenceRules)[number]): ListedRule => ({
  id: `reference/${name}`,
  ledger: 'reference',
  appliesTo: name === 'other' ? 'other' : 'user',
  class: name,
  referenceClass: name,
  looksAt,
  example: exampleText(example),
})

export const rules: AgentRules = {
  judge: (record, afterBoundary) => {
    const evidence = evidenceOf(record, afterBoundary)
    const { class: name, rule } = classify(evidence)
    return { class: name, rule, said: saidIn(evidence) }
  },
  saidIn: (record) => saidIn(evidenceOf(record, false)),
  reference: referenceClass,
  mentionsInjected: (record) => mentionsInjected(contentOf(record)),
  list: [
    ...userRules.map((rule) => finer(rule, 'user')),
    ...recordRules.map((rule) => finer(rule, 'other')),
    ...lineRules.map((rule) => finer(rule, 'other')),
    ...referenceRules.map(reference),
  ],
}
