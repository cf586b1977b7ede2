import { expect, test } from 'vitest'
import { conversationText } from '../../../../app/cli/text/conversation-text.ts'
import { failureJson, failureText } from '../../../../app/cli/text/failure-text.ts'
import { logLine } from '../../../../app/cli/text/log-line.ts'
import { printable, printableLine } from '../../../../app/cli/text/printable.ts'
import { progressText } from '../../../../app/cli/text/progress-text.ts'
import { referenceText } from '../../../../app/cli/text/reference-text.ts'
import { problemsText } from '../../../../app/cli/commands/problems.ts'
import { importText } from '../../../../app/cli/commands/import.ts'
import { filesText } from '../../../../app/cli/commands/watch.ts'
import type { CommitView } from '../../../../app/contract/commits.ts'
import type { ConversationItem } from '../../../../app/contract/reader.ts'
import type { JobView } from '../../../../app/contract/jobs.ts'
import { StrataError, toFailure } from '../../../../app/model/failure.ts'
import { plainTerminal } from '../../../support/plain-terminal.ts'
import { toolCall, toolResult } from '../../../support/read-blocks.ts'

test('text from a transcript cannot steer the terminal', () => {
  const hostile = 'a\u001b[2Jb\u0007c\u009b31md\u202ee\u2066f\r\ng\th'
  expect(printable(hostile)).toBe('a␛[2Jb␇c\\u009b31md\\u202ee\\u2066f\ng    h')
  expect(printableLine(' two\n\nlines\u0000 ')).toBe('two lines␀')
  expect(printable('a\u200bb\u{e0041}c\u0085d\u2028e\ufefff\u200dg')).toBe('a\\u200bb\\udb40\\udc41c\\u0085d\\u2028e\\ufefff\\u200dg')
  for (const plain of ['👩‍👩‍👧‍👦', '👩🏽‍💻', '❤️‍🔥', 'می‌خواهم', 'क्‍ष']) expect(printable(plain)).toBe(plain)
})

const commit: CommitView = {
  commitId: 'ctx-1a2b3c4d',
  parentId: null,
  sessionId: 's',
  chain: 'main',
  position: 0,
  commitType: 'delta',
  checkpoint: 'turn_boundary',
  artifactRef: 'art-000000000000',
  artifactHash: '0'.repeat(64),
  recordHash: '0'.repeat(64),
  format: 'claude-code-v1',
  template: 'claude-code/cli',
  principal: '@p:local',
  summary: 'fix the flaky test in the import of the harbour board',
  createdAt: '2026-01-05T09:00:00Z',
  startedAt: null,
  endedAt: new Date(2026, 0, 5, 9, 0).getTime(),
  records: 4,
  bytes: 100,
  humanPrompts: 1,
  commands: 0,
  responses: 2,
  toolCalls: 0,
  errors: 1,
  models: [],
  fallbacks: [],
  preserved: [],
  branchOf: 'rewind',
  agentType: null,
  spawnCall: null,
  cwd: null,
  gitBranch: null,
  clientVersion: null,
  machine: null,
  ticketId: null,
  threadId: null,
  tokenCount: null,
  pinned: false,
  refs: [{ name: 'session/4f2a0000-0000-4000-8000-000000000000', kind: 'session', commitId: 'ctx-1a2b3c4d' }],
}

test('a line of the log contains id, time, branch, refs, summary and counts', () => {
  expect(logLine(commit, plainTerminal(), 0)).toBe(
    'ctx-1a2b3c4d 2026-01-05 09:00 rewind (session/4f2a0000-0000-4000-8000-000000000000) fix the flaky test in the import of the harbour board [1p 2r 1e]',
  )
})

test('on a terminal the summary is shortened first and refs are short', () => {
  const line = logLine(commit, plainTerminal(90), 2)
  expect(line).toMatch(/^ctx-1a2b3c4d 2026-01-05 09:00 rewind \(session\/4f2a0000\) fix the flaky.*… \[1p 2r 1e\]$/)
  expect(line.length).toBeLessThanOrEqual(88)
})

test('a time that no record contains is n/a; a commit that was made has the time of its creation', () => {
  expect(logLine({ ...commit, endedAt: null }, plainTerminal(), 0)).toMatch(/^ctx-1a2b3c4d n\/a rewind/)
  expect(logLine({ ...commit, endedAt: null, sessionId: 'live/s' }, plainTerminal(), 0)).toMatch(/^ctx-1a2b3c4d 2026-01-05 /)
})

const job: JobView = {
  jobId: 'job-1',
  kind: 'import',
  state: 'running',
  phase: 'Reading transcripts',
  done: 120_300_000,
  total: 266_000_000,
  unit: 'bytes',
  rate: 85_100_000,
  elapsedMs: 1_400,
  remainingMs: 1_700,
  summary: undefined,
  result: undefined,
  failure: undefined,
}

test('progress contains phase, share, amount, rate and remaining time, as far as known', () => {
  expect(progressText(job)).toBe('Reading transcripts   45 %  120 MB of 266 MB  85.1 MB/s  1.7 s left')
  expect(progressText({ ...job, total: undefined, rate: undefined, remainingMs: undefined, unit: 'files', done: 12 })).toBe(
    'Reading transcripts  12 files',
  )
  expect(progressText({ ...job, total: 0, done: 0, rate: undefined, remainingMs: undefined })).toBe(
    'Reading transcripts  100 %  0 B of 0 B',
  )
})

test('a change reports a single file by name and several by kind', () => {
  const file = (kind: 'added' | 'removed', path = '/logs/a.jsonl') => ({ kind, path })
  expect(filesText([])).toBe('')
  expect(filesText([file('removed')])).toBe('removed /logs/a.jsonl')
  expect(filesText([file('removed'), file('removed')])).toBe('removed 2 files')
  expect(filesText([file('added'), file('removed'), file('added')])).toBe('3 files: 2 added, 1 removed')
})

test('a failure has a code, a message and a hint, for people and for programs', () => {
  const failure = toFailure(new StrataError('store-locked', 'Process 7 holds the store', { pid: 7 }))
  expect(failureText(failure)).toBe(
    'strata: Process 7 holds the store (store-locked)\nClose the program that uses the store, or choose another store with --store.\n',
  )
  expect(JSON.parse(failureJson(failure))).toEqual({ failure })
})

const item = (speaker: ConversationItem['speaker'], blocks: ConversationItem['blocks']): ConversationItem => ({
  speaker,
  blocks,
  line: 1,
  fileLine: 1,
  sourceFile: 'f',
  sourceId: 's',
  recordType: 'user',
  subtype: null,
  class: 'meta',
  rule: 'r',
  classByRule: null,
  occurredAt: null,
  uuid: null,
  model: null,
})

test('a conversation is read with its tool calls, results, diffs and folded thinking', () => {
  const result = toolResult({ text: Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join('\n'), chars: 999 })
  const patch = [{ oldStart: 3, newStart: 3, lines: [' same', '-old', '+new'] }]
  const text = conversationText(
    [
      item('human', [{ kind: 'text', text: 'fix\nit' }]),
      item('agent', [
        { kind: 'thinking', text: '', redacted: true, chars: 0 },
        toolCall({ name: 'Bash', input: { command: 'ls' }, result }),
        toolCall({ name: 'Edit', input: {}, result: { ...result, patch } }),
        toolCall({ name: 'Read', input: {}, result: null }),
      ]),
      item('injected', [
        { kind: 'image', mediaType: 'image/png', dataUrl: null, bytes: 2_000 },
        { kind: 'document', name: 'plan.pdf', mediaType: 'application/pdf', bytes: 3_000, pages: 2, text: null },
        { kind: 'attached', type: 'hook_success', subject: 'Stop', text: 'all fine', chars: 8 },
      ]),
    ],
    false,
    plainTerminal(),
  )
  expect(text).toBe(
    [
      'human  n/a',
      '    fix',
      '    it',
      '',
      'agent  n/a',
      '    thinking, redacted',
      '    Bash {"command":"ls"}',
      ...Array.from({ length: 12 }, (_, at) => `    │ line ${at + 1}`),
      '    │ … 8 more lines (--full)',
      '    │ … 849 more characters (strata cat)',
      '    Edit {}',
      '    @@ -3 +3 @@',
      '     same',
      '    -old',
      '    +new',
      '    Read {}',
      '    │ no result in this commit',
      '',
      'injected (meta)  n/a',
      '    [image/png, 2.00 kB]',
      '    [plan.pdf, 2 pages, 3.00 kB]',
      '    [Hook success Stop]',
      '    all fine',
      '',
      '',
    ].join('\n'),
  )
})

test('reference totals are a list, and an empty tally is reported as empty', () => {
  expect(
    referenceText({ records: 1_234, first: null, byType: { user: 3 }, results: {}, responsesPerPrompt: 35.5 }, plainTerminal()).split('\n'),
  ).toEqual([
    'records                       1,234',
    'first                         n/a',
    'byType',
    '  user                        3',
    'results                       none',
    'responsesPerPrompt            35.500',
    '',
  ])
})

test('problems contain their place and what to do', () => {
  const problem = {
    file: 'projects/a.jsonl',
    sourceId: 's',
    sessionId: null,
    code: 'malformed-json',
    reason: 'the line is not valid JSON',
    action: 'It is kept.',
  }
  const rows = [
    { ...problem, line: 7, byteOffset: 1_200, byteLength: 30 },
    { ...problem, line: null, byteOffset: null, byteLength: null },
  ]
  expect(problemsText({ rows, total: 2, byCode: [{ code: 'malformed-json', count: 2 }] }, plainTerminal())).toBe(
    [
      'PROBLEM              BYTES  REASON                      WHERE',
      'malformed-json   1,200 +30  the line is not valid JSON  projects/a.jsonl:7',
      'malformed-json  whole file  the line is not valid JSON  projects/a.jsonl',
      '',
      'malformed-json: 2. It is kept.',
      '',
    ].join('\n'),
  )
  expect(problemsText({ rows: [], total: 0, byCode: [] }, plainTerminal())).toBe('No problems.\n')
})

test('an import that found nothing names the command that explains why', () => {
  const none = {
    histories: [],
    filesFound: 0,
    filesImported: 0,
    filesUnchanged: 0,
    filesRemoved: 0,
    sessionsReassigned: 0,
    filesFailed: 0,
    filesWithoutRecords: 0,
    bytesRead: 0,
    records: 0,
    sessions: 0,
    newCommits: 0,
    problems: 0,
    ms: 3,
    dryRun: false,
    skippedStores: [],
  }
  expect(importText(none)).toContain('strata doctor')
  expect(importText({ ...none, skippedStores: ['/data/store'] })).toContain('/data/store is the folder of a Strata store')
  expect(
    importText({
      ...none,
      filesFound: 2,
      filesImported: 2,
      filesFailed: 1,
      filesWithoutRecords: 3,
      bytesRead: 5_000,
      sessions: 1,
      records: 9,
      newCommits: 1,
      problems: 1,
    }),
  ).toBe(
    'Read 2 files (5.00 kB) of 1 session; 0 unchanged.\n9 records, 1 commit, in 3 ms.\n3 files contain no readable record; the bytes are stored unchanged.\n1 file could not be read.\n1 problem in the input: strata problems\n',
  )
})
