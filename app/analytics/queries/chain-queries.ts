/** Queries about commits and the refs that name them. */
import { count, flag, instant, integer, optional, real, text, texts } from '../../model/columns.ts'
import { optionalCount, optionalText, realParameter, textParameter, textsParameter } from './query-spec.ts'
import commitContexts from './commit-contexts.sql?raw'
import commitChildren from './commit-children.sql?raw'
import commitFingerprint from './commit-fingerprint.sql?raw'
import commitList from './commit-list.sql?raw'
import commitMatches from './commit-matches.sql?raw'
import commitNames from './commit-names.sql?raw'
import commitOrder from './commit-order.sql?raw'
import commitRefs from './commit-refs.sql?raw'
import commitFiles from './commit-files.sql?raw'
import commitPrompts from './commit-prompts.sql?raw'
import commitsTouching from './commits-touching.sql?raw'
import commitSize from './commit-size.sql?raw'
import commitsBefore from './commits-before.sql?raw'
import namedCommits from './named-commits.sql?raw'
import pinList from './pin-list.sql?raw'
import refList from './ref-list.sql?raw'
import refNames from './ref-names.sql?raw'

const ref = { name: text('name'), kind: text('kind'), commitId: text('commit_id') } as const
const commits = textsParameter('commits')
const commit = textParameter('commit')

export const chainQueries = {
  commitOrder: {
    sql: commitOrder,
    columns: {
      commitId: text('commit_id'),
      parentId: optional(text('parent_id')),
      sessionId: text('session_id'),
      position: integer('position'),
      madeAt: real('made_at_ms'),
    },
    parameters: { session: optionalText('session'), commit: optionalText('commit') },
  },
  commitContexts: {
    sql: commitContexts,
    columns: {
      commitId: text('commit_id'),
      firstTokens: count('first_tokens'),
      lastTokens: count('last_tokens'),
      outputTokens: optional(count('output_tokens')),
      openingChars: count('opening_chars'),
    },
    parameters: { commits },
  },
  commitsTouching: {
    sql: commitsTouching,
    columns: { commitId: text('commit_id') },
    parameters: { file: optionalText('file'), tool: optionalText('tool') },
  },
  commitMatches: {
    sql: commitMatches,
    columns: { commitId: text('commit_id') },
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
  commitFingerprint: { sql: commitFingerprint, columns: { fingerprint: text('fingerprint') }, parameters: {} },
  commitList: {
    sql: commitList,
    columns: {
      commitId: text('commit_id'),
      parentId: optional(text('parent_id')),
      sessionId: text('session_id'),
      chain: text('chain'),
      position: count('position'),
      commitType: text('commit_type'),
      checkpoint: text('checkpoint'),
      artifactHash: text('artifact_hash'),
      recordHash: text('record_hash'),
      format: text('format'),
      template: text('template'),
      principal: text('principal'),
      summary: text('summary'),
      createdAt: text('created_at'),
      startedAt: optional(instant('started_at')),
      endedAt: optional(instant('ended_at')),
      records: count('records'),
      bytes: count('bytes'),
      humanPrompts: count('human_prompts'),
      commands: count('commands'),
      responses: count('responses'),
      toolCalls: count('tool_calls'),
      errors: count('errors'),
      models: texts('models'),
      preserved: texts('preserved'),
      branchOf: optional(text('branch_of')),
      agentType: optional(text('agent_type')),
      cwd: optional(text('cwd')),
      gitBranch: optional(text('git_branch')),
      clientVersion: optional(text('client_version')),
      machine: optional(text('machine')),
      ticketId: optional(text('ticket_id')),
      threadId: optional(text('thread_id')),
      tokenCount: optional(count('token_count')),
      pinned: flag('pinned'),
    },
    parameters: { commits },
  },
  commitNames: { sql: commitNames, columns: { commitId: text('commit_id') }, parameters: { prefix: textParameter('prefix') } },
  commitChildren: { sql: commitChildren, columns: { commitId: text('commit_id') }, parameters: { commit } },
  commitSize: { sql: commitSize, columns: { storedBytes: count('stored_bytes') }, parameters: { commit } },
  commitRefs: { sql: commitRefs, columns: ref, parameters: { commits } },
  commitsBefore: {
    sql: commitsBefore,
    columns: { commitId: text('commit_id') },
    parameters: {
      principal: optionalText('principal'),
      project: optionalText('project'),
      session: optionalText('session'),
      at_ms: realParameter('at_ms'),
    },
  },
  commitFiles: { sql: commitFiles, columns: { commitId: text('commit_id'), filePath: text('file_path') }, parameters: { commits } },
  commitPrompts: {
    sql: commitPrompts,
    columns: { commitId: text('commit_id'), prompt: text('prompt'), occurredAt: optional(instant('occurred_at')) },
    parameters: { commits },
  },
  pinList: {
    sql: pinList,
    columns: { commitId: text('commit_id'), summary: text('summary'), pinnedAt: instant('pinned_at') },
    parameters: {},
  },
  namedCommits: {
    sql: namedCommits,
    columns: { name: text('name'), commitId: text('commit_id') },
    parameters: { names: textsParameter('names') },
  },
  refNames: {
    sql: refNames,
    columns: { name: text('name'), commitId: text('commit_id') },
    parameters: { pattern: textParameter('pattern') },
  },
  refList: {
    sql: refList,
    columns: { ...ref, summary: text('summary'), endedAt: optional(instant('ended_at')) },
    parameters: { session: optionalText('session'), name: optionalText('name') },
  },
} as const
