/**
 * Entries of the journal: everything that may change, one entry for each change. A later entry on the same subject replaces the earlier
 * one.
 */
import { checkoutEntry, filesystemEntry, machineEntry, rootEntry } from './filesystem-entry.ts'
import { materialisedEntry } from './materialised-entry.ts'
import { sessionEntry } from './session-entry.ts'
import { guessEntry } from './guess-entry.ts'
import { stateEntry } from './state-entry.ts'
import { thinkingEntry } from './thinking-entry.ts'
import { trackedEntry } from './tracked-entry.ts'
import { z } from 'zod'
import type { PackForm } from '../../model/pack-form.ts'
import { recordClasses } from '../../model/record-class.ts'

/** A commit that was made, not cut from a transcript: its rows follow from its record and its artifact. It is written once. */
const commitEntry = z.object({
  kind: z.literal('commit'),
  commit_id: z.string(),
  record_hash: z.string(),
  artifact_hash: z.string(),
  /** Session id in the record; '' when it names none. */
  session_id: z.string(),
  /** The session of the tables that its rows belong to. */
  key: z.string(),
  /** Parent in the record; absent for a root. */
  parent: z.string().optional(),
  /** The tool call that started the sub-agent whose chain it belongs to; absent for the main chain. */
  agent: z.string().optional(),
  /** The kind of sub-agent that the call requested; absent when the call names none. */
  agent_type: z.string().optional(),
  /** The parent was not in the store when this entry was written. */
  unknown_parent: z.literal(true).optional(),
  /** It was cut from a transcript and replaced by a longer commit; it is retained because something references it. */
  replaced: z.literal(true).optional(),
})

/** A fork or tag that a person set; null: removed. */
const refEntry = z.object({ kind: z.literal('ref'), name: z.string(), commit_id: z.string().nullable() })

const writtenSummary = {
  summary: z.string(),
  /** ISO 8601; absent in entries of older versions. */
  written_at: z.string().optional(),
  /** Who wrote it, when that is known. */
  by: z.string().optional(),
}
/** A summary that was written; '': the rule's again. */
const summaryEntry = z.object({
  kind: z.literal('summary'),
  commit_id: z.string(),
  ...writtenSummary,
  /** Earlier summaries, oldest first. */
  earlier: z.array(z.object(writtenSummary).readonly()).readonly().optional(),
})
/** A commit that a person keeps from being collected. */
const pinEntry = z.object({ kind: z.literal('pin'), commit_id: z.string(), pinned: z.boolean(), pinned_at: z.string() })
/** A class that a person corrected; null: the rule's class again. It belongs to the record; the place is where it stood then. */
const classEntry = z.object({
  kind: z.literal('class'),
  /** Names the record by what it holds. */
  record: z.string(),
  class: z.enum(recordClasses).nullable(),
  source_id: z.string(),
  line: z.number().int(),
  session_id: z.string(),
  uuid: z.string().optional(),
  reason: z.string().optional(),
  /** ISO 8601. */
  corrected_at: z.string(),
})

const ids = z.array(z.string()).readonly()

const packForm = z.enum(['full', 'compact', 'left_out', 'truncated']) satisfies z.ZodType<PackForm>

/** How a budget shortened a conversation: its turns, by the uuids of their first and last record, that are not in full. */
const packPlan = z
  .object({
    model: z.string().nullable(),
    has_state: z.boolean(),
    turns: z
      .array(
        z
          .object({
            from: z.string(),
            to: z.string(),
            form: packForm,
            is_slim: z.boolean(),
            kept_outputs: z.number().int(),
            tokens: z.number(),
          })
          .readonly(),
      )
      .readonly(),
  })
  .readonly()

/** The parts of an exported conversation that a policy, the changes on a fork and a budget left. */
const exportedState = z
  .object({
    policy: z.string().nullable(),
    /** Calls whose output was one line. */
    one_line: ids,
    /** Calls whose output was a line in its place and in full at the end. */
    moved: ids,
    /** Records with attachments that were one line. */
    attachments: ids,
    /** Objects that were listed before the chat. */
    pool: ids,
    set: z
      .array(
        z
          .object({
            object_id: z.string(),
            active: z.boolean(),
            pinned: z.boolean(),
            indexed: z.boolean().optional(),
            commit_id: z.string(),
          })
          .readonly(),
      )
      .readonly(),
    /** The first commit that was shown; absent, as what follows: an older version wrote the entry. */
    since: z.string().optional(),
    /** Tokens. */
    budget: z.number().optional(),
    /** In the order in which they were applied. */
    packed: z.array(packPlan).readonly().optional(),
    /** Calls whose outputs the budget shortened. */
    shortened: ids.optional(),
    /** Calls, and records with attachments, that were not shown. */
    left_out: ids.optional(),
    /** Characters of prompts, replies and calls that were not shown. */
    hidden_chars: z.number().optional(),
  })
  .readonly()

/** A transcript that was exported as a new session: when that session is imported, its chain continues from the commit. */
const exportEntry = z.object({
  kind: z.literal('export'),
  session_id: z.string(),
  commit_id: z.string(),
  /** Records of the transcript that represent the commit: those that were made for it, and its last. */
  uuids: z.array(z.string()).readonly(),
  /** Differences between the transcript and the records of the commit; absent: none, or an older version wrote the entry. */
  state: exportedState.optional(),
})

/** Requests for summaries that were sent to a model together: their answers are fetched later. */
const batchEntry = z.object({
  kind: z.literal('batch'),
  /** As the API calls it. */
  batch_id: z.string(),
  /** Where it was sent. */
  address: z.string(),
  model: z.string(),
  sent_at: z.string(),
  /** In the order of the requests; none: all answers are written down. */
  commits: z.array(z.string()).readonly(),
})

/** An artifact of an agent that belongs to no commit, such as the log of a session. */
const keptEntry = z.object({
  kind: z.literal('kept'),
  artifact_hash: z.string(),
  content_type: z.string(),
  label: z.string(),
  description: z.string().optional(),
  owner: z.string(),
  session_id: z.string().optional(),
})

/** A note that the agent service keeps for an owner; null: deleted. */
const noteEntry = z.object({
  kind: z.literal('note'),
  owner: z.string(),
  key: z.string(),
  text: z.string().nullable(),
  /** The artifact that the note is about. */
  artifact_hash: z.string().optional(),
})

/** Packs whose entries were copied to others, as far as they are still needed: they are gone, or are removed when the store is opened. */
const packsEntry = z.object({
  kind: z.literal('packs'),
  retired: z.array(z.number().int()).readonly(),
  /** Short refs of required artifacts that the last repair could not read anywhere. */
  lost: z.array(z.string()).readonly().optional(),
})

/** Files and folders that the last import could not read: the complete list. */
const unreadableEntry = z.object({
  kind: z.literal('unreadable'),
  files: z
    .array(
      z
        .object({
          source_id: z.string(),
          file: z.string(),
          code: z.string(),
          reason: z.string(),
          action: z.string(),
          /** Number of the line, from 1, and its place in bytes; absent for a whole file. */
          line: z.number().int().optional(),
          offset: z.number().int().optional(),
          length: z.number().int().optional(),
        })
        .readonly(),
    )
    .readonly(),
})

/** Invalidates the entry with this subject until another with the same subject is written. */
const removedEntry = z.object({
  kind: z.literal('removed'),
  /** The subject, for example `session 1a2b`. */
  of: z.string(),
  /** ISO 8601. */
  removed_at: z.string(),
})

/** How far the removal of sessions has come: the numbers are those of the entries that removed them. */
const erasureEntry = z.object({
  kind: z.literal('erasure'),
  /** Up to here neither the tables nor the search index show any data of removed sessions. */
  hidden: z.number().int(),
  /** Up to here no file of the store contains data of removed sessions, except data that other sessions have too. */
  erased: z.number().int(),
  /** A garbage collection with this retention, days, has begun to erase the rest. */
  keep_days: z.number().int().optional(),
})

/** Fields that the journal adds to an entry. */
const envelope = {
  /** Number of the entry, from 1 without gaps; entries that a heading counts have gaps. */
  seq: z.number().int(),
  /** Where the packs ended when it was written: all before that is durable. Pack number and bytes. */
  pack_end: z.tuple([z.number().int(), z.number().int()]).readonly(),
  /** The subject of the entry: of all entries with the same subject, only the last counts. */
  subject: z.string(),
  /** Number of the last of the entries that count only together. */
  batch: z.number().int().optional(),
  /** When it was written, ISO 8601. */
  at: z.string(),
}

export const journalEntry = z.discriminatedUnion('kind', [
  sessionEntry.extend(envelope).readonly(),
  commitEntry.extend(envelope).readonly(),
  refEntry.extend(envelope).readonly(),
  pinEntry.extend(envelope).readonly(),
  summaryEntry.extend(envelope).readonly(),
  classEntry.extend(envelope).readonly(),
  thinkingEntry.extend(envelope).readonly(),
  guessEntry.extend(envelope).readonly(),
  materialisedEntry.extend(envelope).readonly(),
  exportEntry.extend(envelope).readonly(),
  batchEntry.extend(envelope).readonly(),
  keptEntry.extend(envelope).readonly(),
  noteEntry.extend(envelope).readonly(),
  packsEntry.extend(envelope).readonly(),
  unreadableEntry.extend(envelope).readonly(),
  filesystemEntry.extend(envelope).readonly(),
  checkoutEntry.extend(envelope).readonly(),
  rootEntry.extend(envelope).readonly(),
  machineEntry.extend(envelope).readonly(),
  stateEntry.extend(envelope).readonly(),
  trackedEntry.extend(envelope).readonly(),
  removedEntry.extend(envelope).readonly(),
  erasureEntry.extend(envelope).readonly(),
])

/** Subject of a heading; no entry has it. */
export const headingSubject = 'compacted'

/**
 * The first line of a journal that was compacted. Its number is that of the last entry before; the next `entries` lines are those that
 * were carried over, with their own numbers, the last of them that number. From there on numbers are without gaps again.
 */
export const journalHeading = z
  .object({ kind: z.literal('compacted'), entries: z.number().int().positive() })
  .extend(envelope)
  .readonly()

export type JournalHeading = z.infer<typeof journalHeading>
export type JournalEntry = z.infer<typeof journalEntry>
export type UnreadableFile = Extract<JournalEntry, { readonly kind: 'unreadable' }>['files'][number]
/** An entry that a person set. */
export type Wish = Extract<
  JournalEntry,
  { readonly kind: 'ref' | 'summary' | 'pin' | 'class' | 'thinking' | 'filesystem' | 'checkout' | 'root' | 'state' }
>
export type CommitEntry = Extract<JournalEntry, { readonly kind: 'commit' }>
export type SessionEntry = Extract<JournalEntry, { readonly kind: 'session' }>
type WithoutEnvelope<E> = E extends unknown ? Omit<E, keyof typeof envelope> : never
/** An entry before the journal has it. */
export type NewJournalEntry = WithoutEnvelope<JournalEntry>

/** The subject of a session's entries. */
export const sessionSubject = (sessionId: string): string => `session ${sessionId}`

/** The subject of a commit's summary. */
export const summarySubject = (commitId: string): string => `summary ${commitId}`

/** The subject of a checkpoint; with '', the common prefix of all of them. */
export const commitSubject = (commitId: string): string => `commit ${commitId}`

/** The subject of a session that was exported. */
export const exportSubject = (sessionId: string): string => `export ${sessionId}`

/** The subject of a batch of requests. */
export const batchSubject = (batchId: string): string => `batch ${batchId}`

/** The subject of an owner's note; with '' as the key, the common beginning of all subjects of the owner. */
export const noteSubject = (owner: string, key: string): string => `note ${owner} ${key}`

/** The subject of a commit's pin. */
export const pinSubject = (commitId: string): string => `pin ${commitId}`

/** The subject of what is said of all packs. */
export const packsSubject = 'packs'

/** The subject of how far removals have come. */
export const erasureSubject = 'erasure'

const removedPrefix = 'removed '

/** The subject of what ends the entry with a subject. */
export const removedSubject = (subject: string): string => `${removedPrefix}${subject}`

/** The subject whose entry stops counting when an entry with this one is written: an entry and its removal exclude each other. */
export const endedBy = (subject: string): string =>
  subject.startsWith(removedPrefix) ? subject.slice(removedPrefix.length) : removedSubject(subject)

const wishSubject = /^(?:ref|summary|pin|class|thinking|filesystem|checkout|root|state) /

/** Whether a person set entries with this subject: all of them are kept when the journal is compacted. */
export const isWish = (subject: string): boolean => wishSubject.test(subject)
