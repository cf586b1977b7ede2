/** Gives a record its class and the id of the rule that decided. */
import type { RecordClass } from '../../app/model/record-class.ts'
import type { ClassificationRule, Evidence } from './classification-rule.ts'
import { contentOf, isObject, readBlocks, textOf } from './record-schema.ts'
import type { TranscriptRecord } from './record-schema.ts'
import { recordRules } from './record-rules.ts'
import { userRules } from './user-rules.ts'

export interface Verdict {
  readonly class: RecordClass
  readonly rule: string
}

const envelope = /^\s*<(system-reminder|ide_opened_file|ide_selection)>[\s\S]*?<\/\1>/

/** Splits the envelopes in front of a text off; what is left is what somebody said. */
export const withoutEnvelopes = (text: string): string => {
  let rest = text
  for (let match = envelope.exec(rest); match !== null; match = envelope.exec(rest)) rest = rest.slice(match[0].length)
  return rest.trim()
}

const mediaIn = (content: unknown): boolean => readBlocks(content)?.some(({ type }) => type === 'image' || type === 'document') ?? false

const originOf = (record: TranscriptRecord): string | undefined => {
  const origin = record.origin ?? record.attachment?.['origin']
  const kind = isObject(origin) ? origin['kind'] : undefined
  return typeof kind === 'string' ? kind : undefined
}

/** Collects what the rules look at. */
export const evidenceOf = (record: TranscriptRecord, afterBoundary: boolean): Evidence => {
  const content = contentOf(record)
  const text = (textOf(content) ?? '').trimStart()
  return { record, text, spoken: withoutEnvelopes(text), hasMedia: mediaIn(content), afterBoundary, originKind: originOf(record) }
}

const decide = (rules: readonly ClassificationRule[], evidence: Evidence): Verdict => {
  const rule = rules.find((candidate) => candidate.holds(evidence))
  if (rule === undefined) throw new Error('the last rule holds for everything')
  return { class: rule.class, rule: rule.id }
}

/** Class of a record by the finer rules. */
export const classify = (evidence: Evidence): Verdict => decide(evidence.record.type === 'user' ? userRules : recordRules, evidence)
