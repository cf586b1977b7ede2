/** The memory of a project and its hooks, as an agent runs them: the built program in a process, JSON on standard input. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { conversation, type Conversation } from '../../support/conversation.ts'
import { cli, strataEnv } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

interface Project {
  readonly home: string
  readonly root: string
  readonly memory: string
}

const env = ({ home }: Pick<Project, 'home'>, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  ...strataEnv(path.join(home, 'store')),
  // The machine of the tests may be busy.
  AGENT_CONTEXT_LIMIT_MS: '60000',
  ...more,
})

const run = (project: Project, args: readonly string[], input = '', more: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: project.root,
    env: env(project, more),
    input,
    encoding: 'utf8',
    timeout: 120_000,
  })
  return { code: status, out: stdout, err: stderr }
}

const reasoning = (project: Project, ...args: readonly string[]) => run(project, ['reasoning', ...args])

const hook = (project: Project, name: string, input: Readonly<Record<string, unknown>>, more: Readonly<Record<string, string>> = {}) =>
  run(project, ['reasoning', 'hook', name], JSON.stringify({ cwd: project.root, ...input }), more)

const git = (project: Project, ...args: readonly string[]): string =>
  execFileSync('git', ['-C', project.root, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { encoding: 'utf8' })

const newProject = (): Project => {
  const home = tempDir()
  const root = path.join(home, 'harbour')
  mkdirSync(root)
  const project = { home, root, memory: path.join(root, '.agent-context') }
  git(project, 'init', '-q', '-b', 'main')
  git(project, 'config', 'user.name', 'A')
  git(project, 'config', 'user.email', 'a@example.org')
  return project
}

const read = (...parts: readonly string[]): string => readFileSync(path.join(...parts), 'utf8')

/** A session that decided, failed and was corrected. */
const lampsTalk = ({ root }: Project, seed = 'a'): Conversation =>
  conversation({ seed, cwd: root })
    .human('Name the lamps of the harbour')
    .thinks("I'll go with a map of lamps by their name, because the lighthouse keeper looks them up.")
    .writes(path.join(root, 'src/lamps.ts'), 'export const lamps = new Map()\n')
    .runs('npm run build:lamps', 'lamps.ts(1,1): error', { error: true })
    .agent('The map of lamps is there.')
    .human('No, do not keep the lamps in a global map, use a class instead')
    .agent('I will use a class.')

/** A project whose memory has the session. */
const withMemory = (): { readonly project: Project; readonly transcript: string; readonly talk: Conversation } => {
  const project = newProject()
  expect(reasoning(project, 'init')).toMatchObject({ code: 0 })
  const talk = lampsTalk(project)
  const [transcript = ''] = writeConversation(path.join(project.home, '.claude'), talk).mainFiles
  expect(hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })).toEqual({ code: 0, out: '', err: '' })
  return { project, transcript, talk }
}

const contextIn = (out: string): string =>
  (JSON.parse(out) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext

describe('the Stop hook', () => {
  test('it puts the new turns into the memory once, prints nothing, and follows what is added', () => {
    const { project, transcript, talk } = withMemory()
    const events = read(project.memory, 'events.jsonl')
    expect(events).toContain("I'll go with a map of lamps")
    expect(events).toContain('"type":"rejection"')
    const graph = read(project.memory, 'graph.json')
    hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })
    expect(read(project.memory, 'events.jsonl')).toBe(events)
    expect(read(project.memory, 'graph.json')).toBe(graph)
    talk.thinks("I'll keep one class for each kind of lamp, so that tests stay small.").agent('Done.')
    writeConversation(path.join(project.home, '.claude'), talk)
    hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })
    const later = read(project.memory, 'events.jsonl')
    expect(later.startsWith(events)).toBe(true)
    expect(later).toContain('one class for each kind of lamp')
  })

  test('where there is much to read it does not keep the client waiting, and the events come all the same', async () => {
    const { project, talk } = withMemory()
    talk.human('Paste it').agent('x'.repeat(60_000))
    for (let more = 0; more < 60; more += 1) talk.human(`Again ${String(more)}`).agent('y'.repeat(60_000))
    talk.thinks("I'll keep one class for each kind of lamp, so that tests stay small.").agent('Done.')
    const [transcript = ''] = writeConversation(path.join(project.home, '.claude'), talk).mainFiles
    expect(hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })).toEqual({ code: 0, out: '', err: '' })
    await vi.waitFor(() => expect(read(project.memory, 'events.jsonl')).toContain('one class for each kind of lamp'), {
      timeout: 120_000,
      interval: 200,
    })
    // The other process has ended when its lock is gone.
    await vi.waitFor(() => expect(existsSync(path.join(project.memory, '.local/lock'))).toBe(false), { timeout: 60_000 })
  })

  test('it makes no commit unless config.json says so, and then one of its own files alone', () => {
    const { project, transcript, talk } = withMemory()
    writeFileSync(path.join(project.root, 'staged.ts'), 'mine\n')
    git(project, 'add', 'staged.ts')
    expect(() => git(project, 'log')).toThrow()
    git(project, 'commit', '-q', '--allow-empty', '-m', 'first', '--only')
    const config = path.join(project.memory, 'config.json')
    writeFileSync(config, read(config).replace('"commit": false', '"commit": true'))
    hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })
    const files = git(project, 'show', '--name-only', '--format=%s')
      .trim()
      .split('\n')
      .filter((line) => line !== '')
    expect(files).toEqual([
      'chore: update agent context',
      '.agent-context/.gitattributes',
      '.agent-context/config.json',
      '.agent-context/events.jsonl',
      '.agent-context/graph.json',
    ])
    expect(git(project, 'diff', '--cached', '--name-only').trim()).toBe('staged.ts')
    hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })
    expect(git(project, 'log', '--format=%s').trim().split('\n')).toHaveLength(2)
  })

  test('it makes no commit on a detached head, nor while Git is in the middle of something', () => {
    const { project, transcript, talk } = withMemory()
    git(project, 'commit', '-q', '--allow-empty', '-m', 'first')
    const config = path.join(project.memory, 'config.json')
    writeFileSync(config, read(config).replace('"commit": false', '"commit": true'))
    const stop = (): void => {
      hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })
    }
    git(project, 'checkout', '-q', '--detach')
    stop()
    git(project, 'checkout', '-q', 'main')
    mkdirSync(path.join(project.root, '.git/rebase-merge'))
    stop()
    expect(git(project, 'log', '--format=%s', 'main').trim()).toBe('first')
  })

  test('a change of a person in CLAUDE.md is in no commit', () => {
    const { project, transcript, talk } = withMemory()
    writeFileSync(path.join(project.root, 'CLAUDE.md'), '# Rules\n')
    git(project, 'add', 'CLAUDE.md')
    git(project, 'commit', '-q', '-m', 'first')
    const config = path.join(project.memory, 'config.json')
    writeFileSync(config, read(config).replace('"commit": false', '"commit": true'))
    appendFileSync(path.join(project.root, 'CLAUDE.md'), 'Mine.\n')
    hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })
    expect(read(project.root, 'CLAUDE.md')).toMatch(/^# Rules\nMine\.\n\n<!-- agent-context:begin -->\n## Agent Context\n/)
    expect(git(project, 'show', '--name-only', '--format=')).not.toContain('CLAUDE.md')
  })
})

describe('the hook of the first prompt', () => {
  const prompt = 'Why do we keep the lamps in a map by their name?'

  test('a session is given what fits its first prompt, and nothing at later ones', () => {
    const { project } = withMemory()
    const first = hook(project, 'prompt', { session_id: 'next', prompt })
    const output = JSON.parse(first.out) as { hookSpecificOutput: { hookEventName: string } }
    expect(output.hookSpecificOutput.hookEventName).toBe('UserPromptSubmit')
    expect(contextIn(first.out)).toContain('map of lamps')
    expect(contextIn(first.out).length).toBeLessThan(10_000)
    expect(hook(project, 'prompt', { session_id: 'next', prompt })).toEqual({ code: 0, out: '', err: '' })
    expect(hook(project, 'prompt', { session_id: 'another', prompt }).out).not.toBe('')
  })

  test('it is silent when nothing fits, and about its own session', () => {
    const { project, talk } = withMemory()
    expect(hook(project, 'prompt', { session_id: 'next', prompt: 'Translate this poem into Latin' }).out).toBe('')
    expect(hook(project, 'prompt', { session_id: talk.sessionId, prompt }).out).toBe('')
  })

  test('a prompt of the client is not the first prompt', () => {
    const { project } = withMemory()
    const ofClient = `<task-notification><task-id>1</task-id></task-notification> ${prompt}`
    expect(hook(project, 'prompt', { session_id: 'next', prompt: ofClient }).out).toBe('')
    expect(hook(project, 'prompt', { session_id: 'next', prompt }).out).not.toBe('')
  })

  test('AGENT_CONTEXT_INJECTED is heeded, and written where the client reads variables from', () => {
    const { project } = withMemory()
    expect(hook(project, 'prompt', { session_id: 'one', prompt }, { AGENT_CONTEXT_INJECTED: '1' }).out).toBe('')
    const file = path.join(project.home, 'env.sh')
    hook(project, 'prompt', { session_id: 'two', prompt }, { CLAUDE_ENV_FILE: file })
    expect(read(file)).toBe('export AGENT_CONTEXT_INJECTED=1\n')
  })
})

describe('the hook before an action', () => {
  test('an edit of a file with a recorded rejection gets one note, once in a session', () => {
    const { project } = withMemory()
    const edit = (session: string, file: string) =>
      hook(project, 'pre-tool', { session_id: session, tool_name: 'Edit', tool_input: { file_path: path.join(project.root, file) } })
    const first = edit('next', 'src/lamps.ts')
    expect(contextIn(first.out)).toContain('Rejected: No, do not keep the lamps in a global map')
    expect(contextIn(first.out)).toMatch(/session [0-9a-f]{8} line \d+/)
    expect(contextIn(first.out).length).toBeLessThanOrEqual(700)
    expect(edit('next', 'src/lamps.ts').out).toBe('')
    expect(edit('next', 'src/boats.ts').out).toBe('')
    expect(edit('another', 'src/lamps.ts').out).not.toBe('')
  })

  test('a command that failed gets one note, also in another form, and others none', () => {
    const { project, talk } = withMemory()
    const bash = (session: string, command: string) =>
      hook(project, 'pre-tool', { session_id: session, tool_name: 'Bash', tool_input: { command } }).out
    expect(contextIn(bash('next', `cd ${project.root} && npm run build:lamps 2>&1 | tail -5`))).toContain('It failed when it was run last')
    expect(bash('next', 'npm run build:lamps')).toBe('')
    expect(bash('another', 'npm run lint')).toBe('')
    expect(bash(talk.sessionId, 'npm run build:lamps')).toBe('')
  })
})

test('after a compaction the session is given its decisions, and at another start nothing', () => {
  const { project, talk } = withMemory()
  const start = (source: string) => hook(project, 'session-start', { session_id: talk.sessionId, source }).out
  expect(contextIn(start('compact'))).toContain('rejection: No, do not keep the lamps in a global map')
  expect(contextIn(start('compact'))).not.toContain("I'll go with a map of lamps")
  expect(start('startup')).toBe('')
})

describe('opting out', () => {
  const prompt = 'Why do we keep the lamps in a map by their name?'

  test('a person turns hooks off in a shell, a session or a project', () => {
    const { project } = withMemory()
    const ask = (session: string, more = {}) => hook(project, 'prompt', { session_id: session, prompt }, more).out
    expect(ask('one', { AGENT_CONTEXT_OFF: '1' })).toBe('')
    expect(reasoning(project, 'off', '--session', 'one')).toMatchObject({ code: 0 })
    expect(ask('one')).toBe('')
    expect(ask('two')).not.toBe('')
    expect(reasoning(project, 'off')).toMatchObject({ code: 0 })
    expect(ask('three')).toBe('')
    expect(reasoning(project, 'on')).toMatchObject({ code: 0 })
    expect(ask('three')).not.toBe('')
  })

  test('a project without a memory is left alone', () => {
    const project = newProject()
    for (const name of ['stop', 'prompt', 'pre-tool', 'session-start'])
      expect(hook(project, name, { session_id: 'x', prompt, source: 'compact', transcript_path: '/none' })).toEqual({
        code: 0,
        out: '',
        err: '',
      })
    expect(readdirSync(project.root)).toEqual(['.git'])
  })
})

describe('faults', () => {
  test.each(['', 'no json', '[]', '{"session_id": 1}', '{"session_id":"x","tool_name":"Edit","tool_input":"text"}'])(
    'a hook that is given %j ends with success and says nothing',
    (input) => {
      const { project } = withMemory()
      for (const name of ['stop', 'prompt', 'pre-tool', 'session-start', 'unknown'])
        expect(run(project, ['reasoning', 'hook', name], input)).toEqual({ code: 0, out: '', err: '' })
    },
  )

  test('a damaged memory is no fault of a session, and the log has no content', () => {
    const { project, talk } = withMemory()
    writeFileSync(path.join(project.memory, 'graph.json'), '{"version": 1,\n"secret words')
    rmSync(path.join(project.memory, 'events.jsonl'))
    mkdirSync(path.join(project.memory, 'events.jsonl'))
    const prompt = 'Why do we keep the lamps in a map?'
    expect(hook(project, 'prompt', { session_id: 'x', prompt })).toEqual({ code: 0, out: '', err: '' })
    const stopped = hook(project, 'stop', { session_id: talk.sessionId, transcript_path: path.join(project.home, '.claude/projects') })
    expect(stopped).toEqual({ code: 0, out: '', err: '' })
    const log = read(project.memory, '.local/hooks.log')
    expect(log).toMatch(/^\S+Z stop \w+ \w+\n$/)
    expect(log).not.toContain('secret')
  })

  test('a hook whose input never ends ends by itself', async () => {
    const { project } = withMemory()
    const child = spawn(process.execPath, [cli, 'reasoning', 'hook', 'prompt'], {
      cwd: project.root,
      env: env(project, { AGENT_CONTEXT_LIMIT_MS: '500' }),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(code).toBe(0)
  })
})

describe('the commands', () => {
  test('every command of a fresh repository works', () => {
    const project = newProject()
    writeFileSync(path.join(project.root, '.gitignore'), '.agent-context/\n')
    writeConversation(
      path.join(project.home, '.claude'),
      lampsTalk(project),
      conversation({ seed: 'z', cwd: '/elsewhere' }).human('Hello').agent('Hi.'),
    )
    expect(reasoning(project, 'status').err).toContain('strata reasoning init')
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
    expect(read(project.memory, 'events.jsonl')).toMatch(/"commit_id":"ctx-[0-9a-f]+"/)
    const note = hook(project, 'pre-tool', {
      session_id: 'n',
      tool_name: 'Write',
      tool_input: { file_path: path.join(project.root, 'src/lamps.ts') },
    })
    expect(contextIn(note.out)).toMatch(/\(ctx-[0-9a-f]+, /)
  })
})
