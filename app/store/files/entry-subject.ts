/** The subject of a journal entry: the newest entry on a subject counts. */
import { checkoutSubject, filesystemSubject, rootSubject } from './filesystem-entry.ts'
import {
  batchSubject,
  commitSubject,
  exportSubject,
  noteSubject,
  pinSubject,
  removedSubject,
  sessionSubject,
  summarySubject,
  type NewJournalEntry,
} from './journal-entry.ts'
import { guessSubject } from './guess-entry.ts'
import { materialisedSubject } from './materialised-entry.ts'
import { stateSubject } from './state-entry.ts'
import { thinkingSubject } from './thinking-entry.ts'
import { trackedSubject } from './tracked-entry.ts'

type AboutCommits = Extract<NewJournalEntry, { readonly kind: 'ref' | 'summary' | 'commit' | 'pin' | 'materialised' | 'class' }>

const subjectOfOther = (entry: Exclude<NewJournalEntry, AboutCommits>): string => {
  switch (entry.kind) {
    case 'session':
      return sessionSubject(entry.session_id)
    case 'export':
      return exportSubject(entry.session_id)
    case 'kept':
      return `kept ${entry.artifact_hash}`
    case 'note':
      return noteSubject(entry.owner, entry.key)
    case 'batch':
      return batchSubject(entry.batch_id)
    case 'filesystem':
      return filesystemSubject(entry)
    case 'checkout':
      return checkoutSubject(entry)
    case 'root':
      return rootSubject(entry.root)
    case 'state':
      return stateSubject(entry)
    case 'guess':
      return guessSubject(entry)
    case 'thinking':
      return thinkingSubject(entry.event_id)
    case 'tracked':
      return trackedSubject(entry)
    case 'removed':
      return removedSubject(entry.of)
    default:
      // There is one of each.
      return entry.kind
  }
}

/** The subject of an entry. */
export const subjectOf = (entry: NewJournalEntry): string => {
  switch (entry.kind) {
    case 'ref':
      return `ref ${entry.name}`
    case 'summary':
      return summarySubject(entry.commit_id)
    case 'commit':
      return commitSubject(entry.commit_id)
    case 'pin':
      return pinSubject(entry.commit_id)
    case 'materialised':
      return materialisedSubject(entry.commit_id, entry.stop, entry.format)
    case 'class':
      return `class ${entry.record}`
    default:
      return subjectOfOther(entry)
  }
}
