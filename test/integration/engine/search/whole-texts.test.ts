/** The texts that are indexed are those of the tables, and whole. */
import { expect, test } from 'vitest'
import { callText } from '../../../../app/conversation/record-texts.ts'
import { textReader } from '../../../../app/engine/search/index/commit-texts.ts'
import { artifactHash } from '../../../../app/model/ids.ts'
import { count, flag, integer, optional, text } from '../../../../app/model/columns.ts'
import { rulesVersion } from '../../../../app/engine/kernel/rules-version.ts'
import { openStore } from '../../../../app/store/open-store.ts'
import { realClientScenarios, realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto } from '../../../support/with-engine.ts'
import commitTexts from '../../../../app/engine/search/commit-texts.sql?raw'

const commitColumns = {
  commitId: text('commit_id'),
  artifact: text('artifact_hash'),
  format: text('format'),
  records: count('records'),
} as const
const bodyColumns = {
  sourceId: text('source_id'),
  line: count('line'),
  block: integer('block'),
  kind: text('kind'),
  toolName: optional(text('tool_name')),
  body: optional(text('body')),
  chars: count('chars'),
} as const
const placeColumns = {
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  block: integer('block'),
  kind: text('kind'),
  class: text('class'),
  occurredAt: optional(count('occurred_at')),
  toolName: optional(text('tool_name')),
  filePath: optional(text('file_path')),
  isError: flag('is_error'),
  place: count('place'),
} as const

const placesSql = commitTexts.replace('own.occurred_at  ', 'NULL::BIGINT  ')

/** The texts in the tables beside those in the artifacts: [place, expected, read]. */
const differing = async (projects: readonly string[]): Promise<{ readonly compared: number; readonly wrong: readonly unknown[] }> => {
  const dir = tempDir()
  await importInto(dir, projects)
  const store = await openStore(dir, { program: 'test', rulesVersion })
  try {
    const { database } = store
    const commits = await database.query('SELECT commit_id, artifact_hash, format, records FROM commits', commitColumns)
    const bodies = await database.query('SELECT source_id, line, block, kind, tool_name, body, chars FROM events', bodyColumns)
    const bodyAt = new Map(bodies.map((row) => [`${row.sourceId} ${row.line} ${row.block}`, row]))
    const wrong: unknown[] = []
    let compared = 0
    for (const { commitId, artifact, format, records } of commits) {
      const textAt = textReader({ format, records, bytes: await store.read(artifactHash(artifact)) })
      for (const place of await database.query(placesSql, placeColumns, { commits: [commitId] })) {
        const row = bodyAt.get(`${place.sourceId} ${place.line} ${place.block}`)
        if (row?.body === null || row === undefined || row.body.length < row.chars) continue
        compared += 1
        const expected =
          row.kind === 'tool_call' ? callText(row.toolName ?? '', row.body === '' ? undefined : JSON.parse(row.body)) : row.body
        const { text: read } = textAt(place)
        if (read !== expected) wrong.push([place, expected.slice(0, 80), read.slice(0, 80)])
      }
    }
    return { compared, wrong }
  } finally {
    await store.close()
  }
}

test('texts of the samples', { timeout: 120_000 }, async () => {
  const { compared, wrong } = await differing(['samples/projects'])
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(500)
})

test('texts of real sessions and of what the real client wrote', { timeout: 300_000 }, async (context) => {
  const shared = sharedOrSkip(context)
  const folders = [realSessions(shared).projects, ...realClientScenarios(shared).map(({ projects }) => projects)]
  const { compared, wrong } = await differing(folders)
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(4000)
})
