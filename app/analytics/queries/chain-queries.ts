/** Queries about commits and the refs that name them. */
import { count, flag, instant, integer, optional, pickColumns, real, text } from '../../model/columns.ts'
import { commitTable } from '../../model/rows/commit-row.ts'
import { refTable } from '../../model/rows/ref-row.ts'
import { optionalCount, optionalText, realParameter, textParameter, textsParameter } from './query-spec.ts'
import commitContexts from './commit-contexts.sql?raw'
import commitChildren from './commit-children.sql?raw'
import commitFingerprint from './commit-fingerprint.sql?raw'
import commitList from './commit-list.sql?raw'
import commitMatches from './commit-matches.sql?raw'
import commitNames from './commit-names.sql?raw'
import commitOrder from './commit-order.sql?raw'
import commitRefs from './commit-refs.sql?raw'
import commitFallbacks from './commit-fallbacks.sql?raw'
import commitFiles from './commit-files.sql?raw'
import commitPrompts from './commit-prompts.sql?raw'
import commitsTouching from './commits-touching.sql?raw'
import commitSize from './commit-size.sql?raw'
import commitsBefore from './commits-before.sql?raw'
import namedCommits from './named-commits.sql?raw'
import pinList from './pin-list.sql?raw'
import quietCommits from './quiet-commits.sql?raw'
import refList from './ref-list.sql?raw'
import refNames from './ref-names.sql?raw'

const ref = pickColumns(refTable, 'name', 'kind', 'commitId')
const { commitId } = commitTable
const commits = textsParameter('commits')
const commit = textParameter('commit')

export const chainQueries = {
  commitOrder: {
    sql: commitOrder,
    columns: {
      ...pickColumns(commitTable, 'commitId', 'parentId', 'sessionId'),
      position: integer('position'),
      madeAt: real('made_at_ms'),
    },
    parameters: { session: optionalText('session'), commit: optionalText('commit') },
  },
  commitContexts: {
    sql: commitContexts,
    columns: {
      commitId,
      firstTokens: count('first_tokens'),
      lastTokens: count('last_tokens'),
      outputTokens: optional(count('output_tokens')),
      openingChars: count('opening_chars'),
    },
    parameters: { commits },
  },
  commitsTouching: {
    sql: commitsTouching,
    columns: { commitId },
    parameters: { file: optionalText('file'), tool: optionalText('tool') },
  },
  commitMatches: {
    sql: commitMatches,
    columns: { commitId },
    parameters: {
      words: textsParameter('words'),
      type: optionalText('type'),
      author: optionalText('author'),
      agent_type: optionalText('agent_type'),
      ticket: optionalText('ticket'),
      thread: optionalText('thread'),
      since_ms: optionalCount('since_ms'),
      until_ms: optionalCount('until_ms'),
    },
  },
  quietCommits: { sql: quietCommits, columns: { commitId }, parameters: {} },
  commitFingerprint: { sql: commitFingerprint, columns: { fingerprint: text('fingerprint') }, parameters: {} },
  commitList: {
    sql: commitList,
    columns: { ...commitTable, pinned: flag('pinned') },
    parameters: { commits },
  },
  commitNames: { sql: commitNames, columns: { commitId }, parameters: { prefix: textParameter('prefix') } },
  commitChildren: { sql: commitChildren, columns: { commitId }, parameters: { commit } },
  commitSize: { sql: commitSize, columns: { storedBytes: count('stored_bytes') }, parameters: { commit } },
  commitRefs: { sql: commitRefs, columns: ref, parameters: { commits } },
  commitFallbacks: {
    sql: commitFallbacks,
    columns: { commitId, from: optional(text('from_model')), to: optional(text('to_model')) },
    parameters: { commits },
  },
  commitsBefore: {
    sql: commitsBefore,
    columns: { commitId },
    parameters: {
      principal: optionalText('principal'),
      project: optionalText('project'),
      session: optionalText('session'),
      at_ms: realParameter('at_ms'),
    },
  },
  commitFiles: { sql: commitFiles, columns: { commitId, filePath: text('file_path') }, parameters: { commits } },
  commitPrompts: {
    sql: commitPrompts,
    columns: { commitId, prompt: text('prompt'), occurredAt: optional(instant('occurred_at')) },
    parameters: { commits },
  },
  pinList: {
    sql: pinList,
    columns: { ...pickColumns(commitTable, 'commitId', 'summary'), pinnedAt: instant('pinned_at') },
    parameters: {},
  },
  namedCommits: {
    sql: namedCommits,
    columns: pickColumns(refTable, 'name', 'commitId'),
    parameters: { names: textsParameter('names') },
  },
  refNames: {
    sql: refNames,
    columns: pickColumns(refTable, 'name', 'commitId'),
    parameters: { pattern: textParameter('pattern') },
  },
  refList: {
    sql: refList,
    columns: { ...ref, ...pickColumns(commitTable, 'summary', 'endedAt') },
    parameters: { session: optionalText('session'), name: optionalText('name') },
  },
} as const
