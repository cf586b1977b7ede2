/** The commands of a project's memory. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { contextIn, env, git, hook, lampsTalk, newProject, read, reasoning, run, withMemory } from '../../support/project-memory.ts'
import { cli } from '../../support/strata-command.ts'
import { writeConversation } from '../../support/write-conversation.ts'

describe('the commands', () => {
  test('every command of a fresh repository works', () => {
    const project = newProject()
    writeFileSync(path.join(project.root, '.gitignore'), '.agent-context/\n')
    writeConversation(
      path.join(project.home, '.claude'),
      lampsTalk(project),
      conversation({ seed: 'z', cwd: '/elsewhere' }).human('Hello').agent('Hi.'),
    )
    expect(reasoning(project, 'status').err).toMatch(/has no \.agent-context \(not-found\)\nTo make one, run `strata reasoning init`\.\n$/)
    const made = reasoning(project, 'init')
    expect(made).toMatchObject({ code: 0 })
    expect(git(project, 'check-ignore', '-v', '--non-matching', '.agent-context/events.jsonl')).toContain('!/.agent-context/')
    expect(existsSync(path.join(project.root, 'CLAUDE.md'))).toBe(false)
    expect(reasoning(project, 'extract')).toMatchObject({ code: 0, out: expect.stringContaining('1 transcript read') as string })
    expect(reasoning(project, 'query', 'Why are the lamps in a map by name?').out).toContain('map of lamps')
    expect(reasoning(project, 'query', 'zeppelin').out).toBe('Nothing fits.\n')
    const json = JSON.parse(run(project, ['--json', 'reasoning', 'query', 'lamps map', '--file', 'src/lamps.ts']).out) as {
      items: unknown[]
    }
    expect(json).toMatchObject({ silent: false, files: ['src/lamps.ts'] })
    const events = read(project.memory, 'events.jsonl')
    const graph = read(project.memory, 'graph.json')
    for (const name of ['session', 'decision', 'file']) {
      expect(reasoning(project, 'switch', name)).toMatchObject({ code: 0 })
      expect(read(project.memory, 'graph.json')).toContain(`"backend": "${name}"`)
      expect(read(project.memory, 'events.jsonl')).toBe(events)
    }
    expect(read(project.memory, 'graph.json')).toBe(graph)
    rmSync(path.join(project.memory, 'graph.json'))
    expect(reasoning(project, 'rebuild')).toMatchObject({ code: 0 })
    expect(read(project.memory, 'graph.json')).toBe(graph)
    expect(reasoning(project, 'status').out).toContain('of 1 session')
    expect(reasoning(project, 'switch', 'tree')).toMatchObject({ code: 2 })
    expect(reasoning(project, 'init', '--claude-md')).toMatchObject({ code: 0 })
    expect(read(project.root, 'CLAUDE.md')).toContain('## Agent Context')
  })

  test('a store and the transcripts say the same of the words of a refused call', () => {
    const project = newProject()
    const refusal =
      "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nwait, let's discuss the lamps"
    const { projects } = writeConversation(
      path.join(project.home, '.claude'),
      conversation({ seed: 'r', cwd: project.root })
        .human('Name the lamps')
        .thinks("I'll go with a map of the lamps of the harbour.")
        .calls('Edit', { file_path: path.join(project.root, 'lamps.ts'), old_string: 'a', new_string: 'b' })
        .result('last', refusal, { error: true }),
    )
    expect(reasoning(project, 'init')).toMatchObject({ code: 0 })
    const events = () =>
      read(project.memory, 'events.jsonl')
        .trim()
        .split('\n')
        .map((line) => ({ ...(JSON.parse(line) as Readonly<Record<string, unknown>>), commit_id: null }))
    expect(reasoning(project, 'extract')).toMatchObject({ code: 0 })
    const fromTranscripts = events()
    expect(fromTranscripts).toMatchObject([{ status: 'contradicted' }, { type: 'rejection', summary: "wait, let's discuss the lamps" }])
    expect(run(project, ['import', projects])).toMatchObject({ code: 0 })
    expect(reasoning(project, 'extract').out).toContain('1 session of the store read')
    expect(events()).toEqual(fromTranscripts)
  })

  test('a type that a person corrected is in the memory after extract, survives the Stop hook, and is taken back', () => {
    const project = newProject()
    const talk = lampsTalk(project)
    const { projects, mainFiles } = writeConversation(path.join(project.home, '.claude'), talk)
    expect(reasoning(project, 'init')).toMatchObject({ code: 0 })
    expect(run(project, ['import', projects])).toMatchObject({ code: 0 })
    const events = () =>
      read(project.memory, 'events.jsonl')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string; type: string; type_by_rule?: string })
    expect(reasoning(project, 'extract')).toMatchObject({ code: 0 })
    const before = read(project.memory, 'events.jsonl')
    const decision = events().find(({ type }) => type === 'decision')
    const id = decision?.id ?? ''
    expect(run(project, ['search', '--reasoning', 'decision']).out).toContain(id)
    expect(reasoning(project, 'correct', id, 'raw', '--reason', 'an example').out).toMatch(/Type raw; by rule: decision\. To remove/)
    expect(run(project, ['search', '--reasoning', 'raw']).out).toContain('raw as corrected (by rule decision)')
    expect(reasoning(project, 'corrections').out).toMatch(/raw +decision +th-\w+ .*an example/)
    expect(reasoning(project, 'extract')).toMatchObject({ code: 0 })
    const corrected = read(project.memory, 'events.jsonl')
    expect(events().find((event) => event.id === id)).toMatchObject({ type: 'raw', type_by_rule: 'decision' })
    expect(read(project.memory, 'graph.json')).toContain('"type_by_rule":"decision"')
    expect(hook(project, 'stop', { session_id: talk.sessionId, transcript_path: mainFiles[0] ?? '' })).toEqual({
      code: 0,
      out: '',
      err: '',
    })
    expect(read(project.memory, 'events.jsonl')).toBe(corrected)
    expect(reasoning(project, 'undo', id).out).toContain('Type by rule: decision.')
    expect(reasoning(project, 'undo', id).err).toContain('has no correction to remove (not-found)')
    expect(reasoning(project, 'corrections').out).toBe('No corrections.\n')
    expect(reasoning(project, 'extract')).toMatchObject({ code: 0 })
    expect(read(project.memory, 'events.jsonl')).toBe(before)
  })

  test.each(['--project', '--local', '--user'])('install %s shows the change, and uninstall leaves the settings byte for byte', (scope) => {
    const project = newProject()
    const file = path.join(
      scope === '--user' ? project.home : project.root,
      '.claude',
      scope === '--local' ? 'settings.local.json' : 'settings.json',
    )
    const installed = reasoning(project, 'install', scope)
    expect(installed.out).toContain('+')
    expect(reasoning(project, 'install', scope, '--uninstall')).toMatchObject({ code: 0 })
    expect(existsSync(file)).toBe(false)
    const odd = '{"model":\t"opus" ,\r\n  "hooks" : { "Stop":[ {"hooks":[]} ] }\n}'
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, odd)
    expect(reasoning(project, 'install', scope)).toMatchObject({ code: 0 })
    expect(JSON.parse(read(file))).toMatchObject({ model: 'opus' })
    expect(reasoning(project, 'install', scope).out).toContain('Nothing to change.')
    expect(reasoning(project, 'install', scope, '--uninstall')).toMatchObject({ code: 0 })
    expect(read(file)).toBe(odd)
    writeFileSync(file, '{ // mine\n}')
    expect(reasoning(project, 'install', scope)).toMatchObject({ code: 1, err: expect.stringContaining('were not changed') as string })
    expect(read(file)).toBe('{ // mine\n}')
  })

  test('no command loses lines of newer versions, unknown fields, or a private word that became known', () => {
    const { project, transcript, talk } = withMemory()
    const file = path.join(project.memory, 'events.jsonl')
    const [first = '', ...rest] = read(file).split('\n')
    const newer = '{"id":"th-newer","session_id":"s","type":"hunch","text":"Lighthouse"}\r'
    const cut = '{"id":"th-cut","session_id":"s","ty'
    writeFileSync(file, [newer, first.replace(/}$/, ',"mood":"calm Lighthouse"}'), cut, ...rest].join('\n'))
    hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })
    for (const command of [['switch', 'session'], ['extract'], ['rebuild'], ['init']]) reasoning(project, ...command)
    expect(read(file)).toContain(',"mood":"calm Lighthouse"}\n')
    expect(read(file).endsWith(`\n${cut}\n${newer}\n`)).toBe(true)
    expect(read(file).split('\n')).toHaveLength(rest.length + 3)
    expect(reasoning(project, 'status').out).toMatch(/faults {4}lines of events\.jsonl that are no events: \d+, \d+\n/)
    mkdirSync(path.join(project.home, 'store'), { recursive: true })
    writeFileSync(path.join(project.home, 'store/settings.json'), '{"privateWords":["Lighthouse"]}')
    reasoning(project, 'rebuild')
    expect(read(file)).not.toContain('Lighthouse')
    expect(read(file)).toContain('th-newer')
    writeFileSync(path.join(project.memory, 'config.json'), '{"mine": 1,')
    expect(reasoning(project, 'off')).toMatchObject({ code: 1, err: expect.stringContaining('config.json was not changed') as string })
    expect(read(project.memory, 'config.json')).toBe('{"mine": 1,')
  })

  test('CLAUDE.md keeps its line ends, and one in UTF-16 is left alone and named', () => {
    const { project } = withMemory()
    const file = path.join(project.root, 'CLAUDE.md')
    writeFileSync(file, '# Rules\r\nMine\r\n')
    reasoning(project, 'rebuild')
    expect(read(file)).toContain('## Agent Context\r\n')
    expect(read(file).replaceAll('\r\n', '')).not.toContain('\n')
    const wide = Buffer.from('\uFEFF# Rules\r\n', 'utf16le')
    writeFileSync(file, wide)
    for (const command of [['rebuild'], ['init'], ['extract'], ['switch', 'session'], ['status']])
      expect(reasoning(project, ...command).out).toContain('CLAUDE.md is not UTF-8 text and stays unchanged.')
    expect(readFileSync(file).equals(wide)).toBe(true)
    reasoning(project, 'init', '--no-section')
    expect(reasoning(project, 'rebuild').out).not.toContain('CLAUDE.md')
  })

  test('a store that has the sessions gives the events their commits, and their ids stay', () => {
    const { project } = withMemory()
    const ids = (): readonly string[] =>
      read(project.memory, 'events.jsonl')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { id: string }).id)
    const before = ids()
    expect(run(project, ['import', path.join(project.home, '.claude/projects')])).toMatchObject({ code: 0 })
    expect(reasoning(project, 'extract')).toMatchObject({ code: 0, out: expect.stringContaining('1 session of the store') as string })
    expect(ids()).toEqual(before)
    expect(reasoning(project, 'extract', '--session', 'unknown')).toMatchObject({
      code: 0,
      out: expect.stringContaining('0 sessions') as string,
    })
    expect(read(project.memory, 'events.jsonl')).toMatch(/"commit_id":"ctx-[0-9a-f]+"/)
    const note = hook(project, 'pre-tool', {
      session_id: 'n',
      tool_name: 'Write',
      tool_input: { file_path: path.join(project.root, 'src/lamps.ts') },
    })
    expect(contextIn(note.out)).toMatch(/\(ctx-[0-9a-f]+, /)
  })

  test('shared hooks run the program that PATH names, and nothing where there is none', () => {
    const { project } = withMemory()
    reasoning(project, 'install', '--project')
    const { hooks } = JSON.parse(read(project.root, '.claude/settings.json')) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>
    }
    const command = hooks['UserPromptSubmit']?.[0]?.hooks[0]?.command ?? ''
    const input = JSON.stringify({ session_id: 'x', cwd: project.root, prompt: 'Why a map of lamps by name?' })
    const bin = path.join(project.home, 'bin')
    mkdirSync(bin)
    writeFileSync(path.join(bin, 'strata'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`, { mode: 0o755 })
    const runIn = (PATH: string) => {
      const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
        cwd: project.root,
        env: env(project, { PATH }),
        input,
        encoding: 'utf8',
      })
      return { code: status, out: stdout, err: stderr }
    }
    expect(runIn('/nowhere')).toEqual({ code: 0, out: '', err: '' })
    expect(contextIn(runIn(`${bin}:/usr/bin:/bin`).out)).toContain('map of lamps')
  })
})
