/** Gives a record its class and the id of the rule that decided. */
import type { RecordClass } from '../../app/model/record-class.ts'
import type { ClassificationRule, Evidence } from './classification-rule.ts'
import { authorOf } from './origins.ts'
import { isObject } from '../../app/model/json-object.ts'
import { contentOf, readBlocks, textOf, type TranscriptRecord } from '../../app/model/record.ts'
import { planFeedback } from './plan-handover.ts'
import { recordRules } from './record-rules.ts'
import { userRules } from './user-rules.ts'
import { withoutEnvelopes } from './wrappers.ts'

export interface Verdict {
  readonly class: RecordClass
  readonly rule: string
}

const mediaIn = (content: unknown): boolean => readBlocks(content)?.some(({ type }) => type === 'image' || type === 'document') ?? false

const originOf = (record: TranscriptRecord): string | undefined => {
  const origin = record.origin ?? record.attachment?.['origin']
  const kind = isObject(origin) ? origin['kind'] : origin
  return typeof kind === 'string' ? kind : undefined
}

/** The text without the parts that the client adds. The whole text when nothing else remains, except '' for a picture below a plan. */
export const saidIn = ({ text, plainText, handsOverPlan, hasMedia }: Evidence): string =>
  plainText === '' && !(handsOverPlan && hasMedia) ? text : plainText

/** Collects the facts that the rules use. */
export const evidenceOf = (record: TranscriptRecord, afterBoundary: boolean): Evidence => {
  const content = contentOf(record)
  const { promptSource } = record
  // The origin of the turn does not apply to records that the client adds within the turn.
  const turnOrigin = record.isMeta ? undefined : record.turnOrigin
  const author = authorOf({ originKind: originOf(record), promptSource, turnOrigin })
  const text = (textOf(content) ?? '').trimStart()
  const plain = withoutEnvelopes(text)
  const feedback = record.type === 'user' ? planFeedback(plain, record.planContent) : undefined
  return {
    record,
    text,
    plainText: feedback ?? plain,
    handsOverPlan: feedback !== undefined,
    hasMedia: mediaIn(content),
    afterBoundary,
    author,
  }
}

const decide = (rules: readonly ClassificationRule[], evidence: Evidence): Verdict => {
  const rule = rules.find((candidate) => candidate.holds(evidence))
  if (rule === undefined) throw new Error('the last rule holds for everything')
  return { class: rule.class, rule: rule.id }
}

/** Class of a record by the finer rules. */
export const classify = (evidence: Evidence): Verdict => decide(evidence.record.type === 'user' ? userRules : recordRules, evidence)
