/** The tables of files as agents knew them: equal to what is read from the transcripts, and right about what others did meanwhile. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { sampleStore } from '../../../support/copied-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

type Cells = readonly (readonly unknown[])[]

const rowsOf = async (engine: Engine, sql: string): Promise<Cells> => (await engine.ask('sql.run', { sql, queryId: 'test' })).rows

const allOf = async (engine: Engine): Promise<readonly Cells[]> => {
  const all: Cells[] = []
  for (const table of ['object_steps', 'objects', 'object_versions', 'object_checks'])
    all.push(await rowsOf(engine, `SELECT * FROM ${table} ORDER BY ALL`))
  return all
}

/** Sources are named by their places, which differ. */
const withoutSources = (rows: readonly Cells[]): string => JSON.stringify(rows).replaceAll(/src-\w+/g, 'src')

const stored = async (...talks: readonly Conversation[]): Promise<{ readonly store: string; readonly projects: string }> => {
  const projects = tempDir()
  for (const talk of talks) writeConversation(projects, talk)
  const store = tempDir()
  await importInto(store, [path.join(projects, 'projects')])
  return { store, projects }
}

const file = '/p/harbour/lights.ts'
const begins = (sessionId: string, start: string) => conversation({ sessionId, seed: sessionId, cwd: '/p/harbour', start })

test('for every version of the samples, file show gives the content with the hash in the table', async () => {
  const store = await sampleStore()
  await withEngine(store, async (engine) => {
    const versions = await rowsOf(
      engine,
      `SELECT path, source_id, line::INTEGER, arg_max(coalesce(content_hash, 'part'), ordinal), arg_max(proof, ordinal), arg_max(is_there, ordinal)
       FROM object_versions GROUP BY ALL ORDER BY ALL`,
    )
    expect(versions.length).toBeGreaterThan(20)
    for (const [name, sourceId, line, hash, proof, isThere] of versions) {
      const after = { sourceId: String(sourceId), line: Number(line) }
      const shown = await engine.ask('file.show', { path: String(name), after })
      expect([name, line, shown.contentHash ?? 'part', shown.proof, shown.isThere]).toEqual([name, line, hash, proof, isThere])
    }
  })
})

test('a file that only a selection before a prompt shows is known everywhere', async () => {
  const prompt =
    '<ide_selection>The user selected the lines 5 to 8 from /p/harbour/lights.ts:\nfive\nsix\nseven\neight\n\n' +
    'This may or may not be related to the current task.</ide_selection>\nWhat is this?'
  const { store } = await stored(begins('selects', '2026-02-01T09:00:00Z').human(prompt).agent('Lights.'))
  await withEngine(store, async (engine) => {
    const { versions } = await engine.ask('file.history', { path: file })
    expect(versions.map(({ by, proof }) => [by, proof])).toEqual([['mention', 'partial']])
    const { lines, ranges, commitId } = await engine.ask('file.show', { path: file })
    expect(lines).toEqual([
      { number: 6, text: 'six' },
      { number: 7, text: 'seven' },
    ])
    expect(ranges.map(({ proof }) => proof)).toEqual(['unknown', 'likely'])
    expect((await engine.ask('commit.files', { commitId })).files).toMatchObject([{ path: file, proof: 'partial', by: 'mention' }])
    const state = await engine.ask('session.state', { at: 'selects' })
    expect(state.objects.find(({ type }) => type === 'file')).toMatchObject({ name: file, level: 'active' })
  })
})

test('a selection does not hide that another session had changed the file', async () => {
  const prompt = `<ide_selection>The user selected the lines 1 to 3 from ${file}:\na\nb\nc</ide_selection>\nChange it`
  const unseen = { filePath: file, oldString: 'c', newString: 'C', structuredPatch: [], userModified: false, replaceAll: false }
  const { store } = await stored(
    begins('one', '2026-02-01T09:00:00Z')
      .human('Look')
      .reads(file, 'a\nb\nc\n')
      .wait(3_600_000)
      .human(prompt)
      .calls('Edit', { file_path: file, old_string: 'c', new_string: 'C' })
      .result('last', 'Changed.', { toolUseResult: unseen })
      .agent('Done.'),
    begins('two', '2026-02-01T09:30:00Z').human('Look').reads(file, 'a\nb\nc\n').edits(file, 'a', 'A').agent('Done.'),
  )
  await withEngine(store, async (engine) => {
    const stale = await engine.ask('analytics.ask', { name: 'stale-edits' })
    expect(stale.rows.map((row) => [row['session_id'], row['other_session_id']])).toEqual([['one', 'two']])
  })
})

test('a text that the file had, and that is not in what is computed of it, is no sign of an outdated content', async () => {
  const edit = (from: string, to: string) => ({ file_path: file, old_string: from, new_string: to })
  const talk = begins('one', '2026-02-01T09:00:00Z')
    .human('Look')
    .subagent({ prompt: 'help' }, (agent) =>
      agent
        .calls('Read', { file_path: file })
        .result('last', '     1\u2192a\n     2\u2192b')
        .calls('Edit', edit('b\n', 'B\n'))
        .result('last', `The file ${file} has been updated successfully.`)
        .calls('Read', { file_path: file })
        .result('last', '     1\u2192a\n     2\u2192B')
        .calls('Edit', edit('c', 'C'))
        .result('last', `The file ${file} has been updated successfully.`)
        .agent('done'),
    )
    .agent('Done')
  const { store } = await stored(talk)
  await withEngine(store, async (engine) => {
    const checks = await rowsOf(engine, `SELECT outcome FROM object_checks WHERE chain <> 'main' ORDER BY line`)
    expect(checks).toEqual([['refuted at its end'], ['refuted']])
    expect((await engine.ask('analytics.ask', { name: 'stale-edits' })).rows).toEqual([])
  })
})

test('what a sub-agent edits is doubted by its caller, what it only reads is not', async () => {
  const talk = (edits: boolean) =>
    begins(edits ? 'edits' : 'reads', '2026-02-01T09:00:00Z')
      .human('Look')
      .reads(file, 'a\nb\n')
      .subagent({ prompt: 'help' }, (agent) =>
        edits ? agent.reads(file).edits(file, 'a', 'A').agent('done') : agent.reads(file).agent('seen'),
      )
      .edits(file, 'b', 'B')
      .agent('Done')
  const proofOf = async (edits: boolean): Promise<unknown> => {
    const { store } = await stored(talk(edits))
    return withEngine(store, async (engine) =>
      rowsOf(engine, `SELECT proof, outcome FROM object_checks WHERE chain = 'main' ORDER BY line`),
    )
  }
  expect(await proofOf(false)).toEqual([['observed', 'confirmed']])
  expect(await proofOf(true)).toEqual([['likely', 'refuted']])
})

const first = () =>
  begins('first', '2026-02-01T09:00:00Z').human('Look').reads(file, 'a\nb\n').wait(120_000).edits(file, 'a', 'A').agent('Done')
const other = () => begins('other', '2026-02-01T09:01:00Z').human('Look').reads(file, 'a\nb\n').edits(file, 'b', 'B').agent('Done')

test('what another session wrote meanwhile makes an edit doubtful, and stale when it found that change', async () => {
  const projects = tempDir()
  const found = writeConversation(projects, first(), other())
  const [transcript = ''] = found.mainFiles
  const lines = readFileSync(transcript, 'utf8').replace('"originalFile":"a\\nb\\n"', '"originalFile":"a\\nB\\n"')
  expect(lines).toContain('"originalFile":"a\\nB')
  writeFileSync(transcript, lines)
  const store = tempDir()
  await importInto(store, [found.projects])
  await withEngine(store, async (engine) => {
    const stale = await engine.ask('analytics.ask', { name: 'stale-edits' })
    expect(stale.rows.map((row) => [row['session_id'], row['path'], row['other_session_id']])).toEqual([['first', file, 'other']])
    expect(await rowsOf(engine, `SELECT session_id, proof FROM object_checks ORDER BY ALL`)).toContainEqual(['first', 'likely'])
  })
})

test('without the other session its change is forgotten, and nothing is left of its files', async () => {
  const secret = '/p/harbour/secret.ts'
  const { store } = await stored(first(), other().human('More').writes(secret, 'x\n').agent('Written'))
  const alone = await stored(first())
  await withEngine(store, async (engine) => {
    expect(await rowsOf(engine, `SELECT count(*)::INTEGER FROM object_versions WHERE path = '${secret}'`)).toEqual([[1]])
    await runJob(engine, 'removal.start', { sessions: ['other'], dryRun: false })
  })
  await withEngine(store, async (engine) => {
    const rows = await allOf(engine)
    expect(JSON.stringify(rows)).not.toContain('secret.ts')
    await withEngine(alone.store, async (second) => expect(withoutSources(rows)).toEqual(withoutSources(await allOf(second))))
  })
})

test('a session that grows, and one that is imported later, end with the rows of an import of all', async () => {
  const { store, projects } = await stored(first())
  await withEngine(store, allOf)
  writeConversation(projects, other())
  writeConversation(projects, first().human('Again').runs('sed -i s/x/y/ lights.ts', '').edits(file, 'b', 'bb').agent('Done'))
  await importInto(store, [path.join(projects, 'projects')])
  const fresh = tempDir()
  await importInto(fresh, [path.join(projects, 'projects')])
  const [grown, whole] = [await withEngine(store, allOf), await withEngine(fresh, allOf)]
  expect(grown).toEqual(whole)
  await withEngine(store, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await withEngine(store, allOf)).toEqual(whole)
})

test('edits of a branch that was left are doubted by the branch that continues', async () => {
  const talk = begins('back', '2026-02-01T09:00:00Z')
    .human('Look')
    .reads(file, 'a\nb\n')
    .agent('Seen')
    .human('Change it')
    .edits(file, 'a', 'A')
    .agent('Changed')
    .rewind(1)
    .human('Change the other')
    .edits(file, 'b', 'B')
    .agent('Changed')
  const { store } = await stored(talk)
  await withEngine(store, async (engine) => {
    const checks = await rowsOf(engine, 'SELECT proof FROM object_checks ORDER BY line')
    expect(checks).toEqual([['observed'], ['likely']])
  })
})

test('a file that is moved keeps its lines and who wrote them, and is listed under its new name', async () => {
  const talk = begins('mover', '2026-02-01T09:00:00Z')
    .human('Write it')
    .writes('/p/harbour/a.ts', 'one\ntwo\n')
    .runs('mv a.ts b.ts', '')
    .agent('Moved')
  const { store, projects } = await stored(talk)
  const read = async (): Promise<readonly unknown[]> =>
    withEngine(store, async (engine) => [
      await rowsOf(engine, `SELECT path, added::INTEGER, undone::INTEGER, surviving::INTEGER FROM object_versions WHERE is_change`),
      (await engine.ask('objects.list', { type: 'file' })).objects.map(({ name }) => name).sort(),
    ])
  const expected = [[['/p/harbour/a.ts', 2, 0, 2]], ['/p/harbour/a.ts', '/p/harbour/b.ts']]
  expect(await read()).toEqual(expected)
  writeConversation(projects, other())
  await importInto(store, [path.join(projects, 'projects')])
  const [versions, names] = await read()
  expect(versions).toContainEqual(expected[0]?.[0])
  expect(names).toContain('/p/harbour/b.ts')
})

test('a session that continues one with a sub-agent knows its files as that one did', async () => {
  const before = begins('before', '2026-02-01T09:00:00Z')
    .human('Look')
    .reads(file, 'a\nb\n')
    .subagent({ prompt: 'help' }, (agent) => agent.reads(file).agent('seen'))
    .agent('Seen')
  const after = before.fork('after').human('Change it').edits(file, 'a', 'A').agent('Changed')
  const { store } = await stored(before, after)
  await withEngine(store, async (engine) => {
    expect(await rowsOf(engine, `SELECT proof FROM object_checks WHERE session_id = 'after'`)).toEqual([['observed']])
    const [tip] = (await engine.ask('chain.log', { of: 'after', limit: 1 })).commits
    const commitId = tip?.commitId ?? ''
    const shown = await engine.ask('file.show', { path: file, at: commitId })
    const { files } = await engine.ask('commit.files', { commitId })
    expect([shown.proof, files.find((one) => one.path === file)?.proof]).toEqual(['computed', 'computed'])
  })
})

test('each page of a history has the contents of its versions', async () => {
  const { store } = await stored(first())
  await withEngine(store, async (engine) => {
    const all = await engine.ask('file.history', { path: file, withContents: true })
    const pages = []
    for (let offset = 0; offset < all.total; offset += 1)
      pages.push(...(await engine.ask('file.history', { path: file, withContents: true, limit: 1, offset })).versions)
    expect(pages).toEqual(all.versions)
    expect(pages.every(({ content }) => content !== null)).toBe(true)
  })
})

test('the newest version of any session is that of the same file system', async () => {
  const here = tempDir()
  const there = tempDir()
  writeConversation(here, first())
  writeConversation(there, other())
  const store = tempDir()
  await importInto(store, [path.join(here, 'projects')])
  await withEngine(store, async (engine) => {
    await engine.ask('filesystems.add', { name: 'box', machineId: '0123456789abcdef0123456789abcdef' })
    await runJob(engine, 'import.start', { paths: [path.join(there, 'projects')], filesystem: 'box' })
    const show = (reading: 'as-known' | 'as-was') => engine.ask('file.show', { path: file, at: 'first', reading })
    expect((await show('as-was')).content).toBe((await show('as-known')).content)
  })
})

test('a checkout that begins while facts are missing, and a collection of garbage, do not wait for each other', async () => {
  const { store } = await stored(first(), other())
  await withEngine(store, async (engine) => {
    const [tip] = (await engine.ask('chain.log', { limit: 1 })).commits
    const checkout = await engine.ask('checkout.start', { commitId: tip?.commitId ?? '', to: path.join(tempDir(), 'out') })
    const collected = runJob(engine, 'gc.start', {})
    const [ended] = await Promise.all([engine.ask('job.wait', { jobId: checkout.jobId }), collected])
    expect(ended.state).toBe('done')
  })
})

test('questions that are asked together make the facts once', async () => {
  const talk = (name: string) => begins(name, '2026-02-01T09:00:00Z').human('Look').reads(file, 'a\n').edits(file, 'a', name).agent('Done.')
  const { store } = await stored(talk('one'), talk('two'))
  await withEngine(store, async (engine) => {
    await Promise.all([
      engine.ask('objects.list', { type: 'file' }),
      engine.ask('file.history', { path: file }),
      engine.ask('file.blame', { path: file }),
    ])
    // Rows that are deleted and written again have higher numbers.
    const [numbers] = await rowsOf(engine, 'SELECT count(*)::INTEGER, max(rowid)::INTEGER + 1 FROM object_steps')
    expect(numbers?.[0]).toBe(numbers?.[1])
  })
})
