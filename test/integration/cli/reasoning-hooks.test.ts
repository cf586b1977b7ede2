/** The hooks of a project's memory, as an agent runs them: the built program in a process, JSON on standard input. */
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { contextIn, env, git, hook, newProject, read, reasoning, run, withMemory } from '../../support/project-memory.ts'
import { cli } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

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
    await vi.waitFor(() => expect(readdirSync(path.join(project.memory, '.local/locks'))).toEqual([]), { timeout: 60_000 })
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

  test('it makes no first commit', () => {
    const { project, transcript, talk } = withMemory()
    const config = path.join(project.memory, 'config.json')
    writeFileSync(config, read(config).replace('"commit": false', '"commit": true'))
    hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })
    expect(() => git(project, 'rev-parse', '-q', '--verify', 'HEAD')).toThrow()
    expect(git(project, 'status', '--porcelain')).toBe('?? .agent-context/\n')
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

test('after a compaction the session is given the state of its work and its decisions, and at another start nothing', () => {
  const { project, talk } = withMemory()
  const start = (source: string) => hook(project, 'session-start', { session_id: talk.sessionId, source }).out
  expect(contextIn(start('compact'))).toContain('rejection: No, do not keep the lamps in a global map')
  expect(contextIn(start('compact'))).not.toContain("I'll go with a map of lamps")
  expect(contextIn(start('compact'))).toMatch(
    /^State of the work[^]*\n- prompt of the last turn that is recorded: [^]*\n- files changed: src\/lamps\.ts/,
  )
  expect(start('startup')).toBe('')
})

test('after a compaction in the middle of a turn the state has what this turn did', () => {
  const { project, talk, transcript } = withMemory()
  talk.human('Light the harbour at night').writes(path.join(project.root, 'src/night.ts'), 'export const night = 1\n')
  writeConversation(path.join(project.home, '.claude'), talk)
  const given = contextIn(
    hook(project, 'session-start', { session_id: talk.sessionId, source: 'compact', transcript_path: transcript }).out,
  )
  expect(given).toContain('- prompt of the last turn that is recorded: Light the harbour at night')
  expect(given).toContain('src/night.ts')
})

test('after a compaction the transcript decides what it shows itself, not an older memory', () => {
  const { project, talk, transcript } = withMemory()
  const file = path.join(project.memory, 'graph.json')
  const graph = read(file)
  const own = JSON.stringify({ source: path.basename(transcript), line: 1 })
  const older = graph
    .split('\n')
    .map((line) =>
      line.includes('"type":"rejection"')
        ? line.replace(/"status":"\w+"/, '"status":"reverted"').replace(/"evidence":null/, `"evidence":${own}`)
        : line,
    )
    .join('\n')
  expect(older).not.toBe(graph)
  writeFileSync(file, older)
  const start = (more: Readonly<Record<string, string>>) =>
    contextIn(hook(project, 'session-start', { session_id: talk.sessionId, source: 'compact', ...more }).out)
  expect(start({})).not.toContain('rejection: No, do not keep')
  expect(start({ transcript_path: transcript })).toContain('rejection: No, do not keep the lamps in a global map')
})

test('a session that works in another folder belongs to the project in which it began', () => {
  const { project } = withMemory()
  const elsewhere = hook(
    project,
    'prompt',
    { session_id: 'x', prompt: 'Why a map of lamps by name?', cwd: tempDir() },
    { CLAUDE_PROJECT_DIR: project.root },
  )
  expect(contextIn(elsewhere.out)).toContain('map of lamps')
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

  test('a pipe in place of a file keeps no hook waiting', () => {
    const { project, talk } = withMemory()
    const pipe = path.join(project.home, 'pipe.jsonl')
    execFileSync('mkfifo', [pipe])
    expect(hook(project, 'stop', { session_id: talk.sessionId, transcript_path: pipe })).toEqual({ code: 0, out: '', err: '' })
    rmSync(path.join(project.memory, 'graph.json'))
    execFileSync('mkfifo', [path.join(project.memory, 'graph.json')])
    expect(hook(project, 'prompt', { session_id: 'x', prompt: 'Why a map of lamps?' })).toEqual({ code: 0, out: '', err: '' })
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

describe('links in a repository that somebody else made', () => {
  test('no file outside of the project is written or removed', () => {
    const { project, transcript, talk } = withMemory()
    const outside = path.join(project.home, 'outside')
    mkdirSync(path.join(outside, 'sessions'), { recursive: true })
    const mine = path.join(outside, 'mine.txt')
    writeFileSync(mine, 'mine\n')
    for (const name of ['events.jsonl', 'graph.json', '.local']) {
      const own = path.join(project.memory, name)
      rmSync(own, { recursive: true })
      symlinkSync(name === '.local' ? outside : mine, own)
      const input = { session_id: talk.sessionId, transcript_path: transcript }
      expect(hook(project, 'stop', input)).toEqual({ code: 0, out: '', err: '' })
      expect(reasoning(project, 'init').code).not.toBe(0)
      expect(read(mine)).toBe('mine\n')
      expect(readdirSync(outside).sort()).toEqual(['mine.txt', 'sessions'])
    }
  })

  test('a CLAUDE.md outside of the project, or one that is read-only, stays as it is', () => {
    const { project, transcript, talk } = withMemory()
    const mine = path.join(project.home, 'CLAUDE.md')
    writeFileSync(mine, 'mine\n')
    const own = path.join(project.root, 'CLAUDE.md')
    rmSync(own, { force: true })
    symlinkSync(mine, own)
    hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })
    expect(read(mine)).toBe('mine\n')
    rmSync(own)
    writeFileSync(own, 'read only\n', { mode: 0o444 })
    expect(hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })).toEqual({ code: 0, out: '', err: '' })
    expect(read(own)).toBe('read only\n')
  })
})

test('a commit runs no hook of the repository, and a failed one leaves nothing staged', () => {
  const { project, transcript, talk } = withMemory()
  git(project, 'commit', '-q', '--allow-empty', '-m', 'first')
  const config = path.join(project.memory, 'config.json')
  writeFileSync(config, read(config).replace('"commit": false', '"commit": true'))
  const called = path.join(project.root, '.git/hooks/prepare-commit-msg')
  mkdirSync(path.dirname(called), { recursive: true })
  writeFileSync(called, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  git(project, 'config', 'user.useConfigOnly', 'true')
  git(project, 'config', '--unset', 'user.email')
  hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })
  expect(git(project, 'diff', '--cached', '--name-only').trim()).toBe('')
  git(project, 'config', 'user.email', 'a@example.org')
  hook(project, 'stop', { session_id: talk.sessionId, transcript_path: transcript })
  expect(git(project, 'log', '--format=%s').trim().split('\n')).toEqual(['chore: update agent context', 'first'])
})
