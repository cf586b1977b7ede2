/** A rule that gives a record its class: data that the app lists and the tests try. */
import type { RecordClass } from '../../app/model/record-class.ts'
import type { Author } from './origins.ts'
import type { TranscriptRecord } from '../../app/model/record.ts'

/** The input of the rules: the record, its text without envelopes, its author, and its place. */
export interface Evidence {
  readonly record: TranscriptRecord
  /** Text of the content, leading white space removed. */
  readonly text: string
  /** The text without the envelopes in front of it; of a message that hands over a plan, what a person typed below the plan. */
  readonly plainText: string
  /** The message hands over a plan. */
  readonly handsOverPlan: boolean
  /** An image or a document, such as a PDF. */
  readonly hasMedia: boolean
  /** The record before it in the file is a compaction boundary. */
  readonly afterBoundary: boolean
  /** Who wrote it, as the client's fields say; undefined: they do not. */
  readonly author: Author | undefined
}

export interface ClassificationRule {
  readonly id: string
  readonly class: RecordClass
  /** The facts that the rule examines, as text. */
  readonly looksAt: string
  /** A record that the rule decides. */
  readonly example: unknown
  readonly holds: (evidence: Evidence) => boolean
}
