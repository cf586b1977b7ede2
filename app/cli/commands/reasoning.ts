/** strata reasoning: the memory of a project, and the hooks that fill it and give it back. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { graphNames, type GraphName } from '../../agent-context/graphs/graph.ts'
import type { ProjectMemory } from '../../engine/agent-context/project-memory.ts'
import { scopes, type Scope } from '../../engine/agent-context/install.ts'
import { lineChanges } from '../../diff/unified-patch.ts'
import { countOf } from '../../model/format/count.ts'
import { exitCodes } from '../exit-codes.ts'
import { storeDirOf, type GlobalOptions } from '../run-with-engine.ts'
import type { Terminal } from '../terminal.ts'
import { jsonText } from '../text/failure-text.ts'
import { printable, printableLine } from '../text/printable.ts'
import { memoryText } from '../text/memory-text.ts'
import { classifyCommand } from './classify.ts'
import { collect, tokenBudget, type DefineCommand, type RunCommand } from './command.ts'
import { correctTypeCommand, typeCorrectionsCommand, undoTypeCommand } from './type-corrections.ts'

const notes = `
The memory of a project is .agent-context/ in its repository: events.jsonl (what was decided, dropped, weighed and tried, with the texts that
show it), graph.json (the same as a graph: by file, by session or by decision) and config.json. Secrets and private words are redacted.
Hooks of Claude Code fill it after each answer and give it back: at the first prompt of a session, before an edit or a command that has a
recorded failure, rejection or decision, and after a compaction. They open no store, and say nothing when nothing is recorded.

Examples:
  strata reasoning init                                    make .agent-context/ in this project
  strata reasoning install                                 put the hooks into .claude/settings.json, and show the change
  strata reasoning extract                                 fill the memory from the transcripts of this project
  strata reasoning query "why is the parser recursive?"    what a session would be given for this prompt
  strata reasoning correct th-5f2a raw                     say that a text decides nothing (ids: strata search --reasoning decision)
  strata reasoning off                                     no hooks in this project; AGENT_CONTEXT_OFF=1 in one shell`

type Work = (memory: ProjectMemory, terminal: Terminal, options: GlobalOptions) => Promise<number | undefined>

const here = (run: RunCommand, work: Work): Promise<void> =>
  run.alone(async (terminal, options) => {
    const { openMemory } = await import('../../engine/agent-context/project-memory.ts')
    return (await work(openMemory(process.cwd(), process.env, storeDirOf(options)), terminal, options)) ?? exitCodes.success
  })

const notesText = ({ notes }: { readonly notes: readonly string[] }): string => notes.map((note) => `${note}\n`).join('')

const initCommand = (run: RunCommand): Command =>
  new Command('init')
    .description('Make .agent-context/ in this project')
    .option('--claude-md', 'make CLAUDE.md where there is none')
    .option('--no-section', 'leave CLAUDE.md alone')
    .action(({ claudeMd, section }: { readonly claudeMd?: boolean; readonly section: boolean }) =>
      here(run, async (memory, terminal, { json }) => {
        const made = memory.init({ makesClaudeMd: claudeMd === true, section })
        const lines = made.written.map((name) => `  ${printableLine(name)}\n`).join('')
        await terminal.print(
          json === true ? jsonText(made) : `${printableLine(made.folder)}\n${lines === '' ? '  nothing to do\n' : lines}${notesText(made)}`,
        )
        return undefined
      }),
    )

interface InstallOptions {
  readonly user?: boolean
  readonly project?: boolean
  readonly local?: boolean
  readonly uninstall?: boolean
}

const scopeOf = (options: InstallOptions): Scope => scopes.find((scope) => options[scope] === true) ?? 'project'

const installCommand = (run: RunCommand): Command =>
  new Command('install')
    .description('Put the hooks into settings of Claude Code, and show the change')
    .addOption(new Option('--project', '.claude/settings.json of this project (default)').conflicts(['user', 'local']))
    .addOption(new Option('--local', '.claude/settings.local.json of this project, which is not shared').conflicts('user'))
    .option('--user', 'settings.json of this person, for all projects that have .agent-context/')
    .option('--uninstall', 'take the hooks out again: the other bytes of the file are unchanged')
    .action((options: InstallOptions) =>
      here(run, async (memory, terminal, { json }) => {
        const change = memory.install(scopeOf(options), options.uninstall === true)
        if (json === true) {
          await terminal.print(jsonText({ file: change.file, before: change.before ?? null, after: change.after ?? null }))
          return undefined
        }
        const { patch } = lineChanges(change.before ?? '', change.after ?? '')
        const gone = change.before !== undefined && change.after === undefined ? ' (removed)' : ''
        await terminal.print(`${printableLine(change.file)}${gone}\n${patch === '' ? 'Nothing to change.\n' : `${printable(patch)}\n`}`)
        return undefined
      }),
    )

const extractCommand = (run: RunCommand): Command =>
  new Command('extract')
    .description('Put the events of the sessions of this project into its memory')
    .option('--session <session>', 'only those of a session')
    .action(async ({ session }: { readonly session?: string }) => {
      const found = { inStore: false, root: '' }
      await here(run, async (memory, terminal, { json }) => {
        const done = await memory.extract(session)
        found.root = memory.root
        found.inStore = await memory.hasStore()
        if (json === true && found.inStore) return undefined
        const what = `${countOf(done.transcripts, 'transcript')} read: ${countOf(done.events, 'event')}, ${String(done.added)} new\n${notesText(done)}`
        await terminal.print(json === true ? jsonText(done) : what)
        return undefined
      })
      if (!found.inStore) return
      await run.withEngine(async ({ ask, json, terminal }) => {
        const done = await ask('memory.extract', { root: found.root, ...(session === undefined ? {} : { sessionId: session }) })
        const what = `${countOf(done.sessions, 'session')} of the store read: ${countOf(done.events, 'event')}, ${String(done.added)} new\n`
        await terminal.print(json ? jsonText(done) : what)
        return undefined
      })
    })

const rebuildCommand = (run: RunCommand): Command =>
  new Command('rebuild').description('Make graph.json and the section of CLAUDE.md again from events.jsonl').action(() =>
    here(run, async (memory, terminal, { json }) => {
      const done = await memory.rebuild()
      const faults = done.faults.length === 0 ? '' : `Lines of events.jsonl that are no events: ${done.faults.slice(0, 10).join(', ')}\n`
      await terminal.print(
        json === true
          ? jsonText(done)
          : `${countOf(done.events, 'event')}; written: ${done.written.join(', ') || 'nothing'}\n${faults}${notesText(done)}`,
      )
      return done.faults.length === 0 ? undefined : exitCodes.faults
    }),
  )

const queryCommand = (run: RunCommand): Command =>
  new Command('query')
    .description('Print what a session would be given for a prompt')
    .argument('<prompt>', 'the prompt')
    .option('--file <file>', 'file that it is about (repeatable)', collect)
    .option('--tokens <tokens>', 'maximum number of tokens (default: 2000)', tokenBudget)
    .action((prompt: string, { file, tokens }: { readonly file?: readonly string[]; readonly tokens?: number }) =>
      here(run, async (memory, terminal, { json }) => {
        const answer = memory.query(prompt, file ?? [], tokens)
        if (json === true) await terminal.print(jsonText(answer))
        else await terminal.print(answer.silent ? 'Nothing fits.\n' : printable(answer.text))
        return undefined
      }),
    )

const switchCommand = (run: RunCommand): Command =>
  new Command('switch')
    .description('Choose the graph, and build it from events.jsonl')
    .argument('<graph>', graphNames.join(', '), (name: string) => graphNameOf(name))
    .action((graph: GraphName) =>
      here(run, async (memory, terminal, { json }) => {
        const done = await memory.switchTo(graph)
        await terminal.print(json === true ? jsonText(done) : `${graph}: ${countOf(done.events, 'event')}\n${notesText(done)}`)
        return undefined
      }),
    )

const graphNameOf = (name: string): GraphName => {
  const found = graphNames.find((known) => known === name)
  if (found === undefined) throw new InvalidArgumentError(`Expected ${graphNames.join(', ')}.`)
  return found
}

const statusCommand = (run: RunCommand): Command =>
  new Command('status').description('Show the memory of this project, and where its hooks are').action(() =>
    here(run, async (memory, terminal, { json }) => {
      const status = memory.status()
      await terminal.print(json === true ? jsonText(status) : memoryText(status))
      return undefined
    }),
  )

const turnCommand = (run: RunCommand, name: 'on' | 'off'): Command =>
  new Command(name)
    .description(name === 'off' ? 'Turn the hooks off in this project, or for a session' : 'Turn the hooks on again')
    .option('--session <session>', 'only for the session with this id')
    .action(({ session }: { readonly session?: string }) =>
      here(run, async (memory, terminal) => {
        memory.turn(name === 'on', session)
        await terminal.print(`Hooks are ${name} ${session === undefined ? 'in this project' : `for session ${printableLine(session)}`}.\n`)
        return undefined
      }),
    )

const hookCommand = (): Command =>
  new Command('hook')
    .description('Answer a hook of Claude Code: JSON on standard input')
    .argument('<name>', 'stop, prompt, pre-tool or session-start')
    .action(async (name: string) => {
      const { runHook } = await import('../../engine/agent-context/hooks/run-hook.ts')
      await runHook(name, [])
    })

export const reasoningCommand: DefineCommand = (command, run) =>
  command
    .addHelpText('after', notes)
    .addCommand(initCommand(run))
    .addCommand(installCommand(run))
    .addCommand(extractCommand(run))
    .addCommand(rebuildCommand(run))
    .addCommand(queryCommand(run))
    .addCommand(switchCommand(run))
    .addCommand(statusCommand(run))
    .addCommand(classifyCommand(run))
    .addCommand(correctTypeCommand(run))
    .addCommand(undoTypeCommand(run))
    .addCommand(typeCorrectionsCommand(run))
    .addCommand(turnCommand(run, 'off'))
    .addCommand(turnCommand(run, 'on'))
    .addCommand(hookCommand())
