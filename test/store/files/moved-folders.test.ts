/** What commands do to folders and files, against what bash does with them in a temporary folder. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FileStepReader } from '../../../app/files/file-steps.ts'
import type { FileStep, RecordStep } from '../../../app/files/file-step.ts'
import { KnownFiles } from '../../../app/files/known-files.ts'
import { contentOf } from '../../../app/files/known-file.ts'
import type { JsonObject } from '../../../app/model/json-object.ts'
import { readRecord } from '../../../app/model/record.ts'
import { tempDir } from '../../support/temp-dir.ts'

const isFileStep = (step: RecordStep): step is FileStep => step.step !== 'backed up'

/** What an agent knows that read some files and then ran commands, of which it has the outputs. */
class Agent {
  readonly known = new KnownFiles()
  readonly #reader = new FileStepReader()
  readonly #cwd: string
  #calls = 0

  constructor(cwd: string) {
    this.#cwd = cwd
  }

  #take(record: JsonObject): void {
    for (const step of this.#reader.read(readRecord(record)).filter(isFileStep)) this.known.take(step, this.#calls)
  }

  #call(name: string, input: JsonObject, said: string, isError: boolean, toolUseResult: unknown): void {
    const id = `call-${(this.#calls += 1)}`
    const common = { cwd: this.#cwd, version: '2.1.330' }
    this.#take({ ...common, type: 'assistant', message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] } })
    const content = [{ type: 'tool_result', tool_use_id: id, content: said, is_error: isError }]
    this.#take({ ...common, type: 'user', message: { role: 'user', content }, toolUseResult })
  }

  reads(file: string, content: string): void {
    const lines = content.split('\n').length
    const shown = { filePath: file, content, startLine: 1, numLines: lines, totalLines: lines }
    this.#call('Read', { file_path: file }, content, false, { type: 'text', file: shown })
  }

  runs(command: string, { output, isError = false }: { readonly output: string; readonly isError?: boolean }): void {
    this.#call('Bash', { command }, output, isError, { stdout: output, stderr: '', interrupted: false })
  }
}

const files = ['a.ts', 'src/a.ts', 'src/b.ts', 'src/old/c.ts', 'src/old/deep/d.ts', 'lib/a.ts', 'my docs/e.md'] as const

const put = (folder: string, names: readonly string[] = files): Agent => {
  const agent = new Agent(folder)
  for (const name of names) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${name}\n`)
    agent.reads(file, `${name}\n`)
  }
  return agent
}

const runIn = (folder: string, command: string): { readonly output: string; readonly isError: boolean } => {
  const { stdout, stderr, status } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' })
  return { output: stdout + stderr, isError: status !== 0 }
}

/** Files by their paths below the folder, as the agent knows them: null where they are gone. */
const knownIn = (folder: string, { known }: Agent): ReadonlyMap<string, string | null | undefined> =>
  new Map(
    [...known.paths].map((file) => {
      const own = known.now(file)
      return [path.relative(folder, file), own == null ? own : contentOf(own)]
    }),
  )

const onDisk = (folder: string, name: string): string | null => {
  const file = path.join(folder, name)
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : null
}

const word = fc.constantFrom(
  'src',
  'lib',
  'src/old',
  'src/new.d',
  'src/old/',
  'lib/',
  'new.d',
  'a.ts',
  'src/a.ts',
  'b.ts',
  '"my docs"',
  './src',
  'src/*.ts',
  'src/*',
  'src/old/?.ts',
  'src/[ab].ts',
  '{a.ts,src/b.ts}',
)

const place = word.filter((text) => !/[*?[{]/.test(text))

const simple = fc.oneof(
  fc.tuple(word, place).map(([from, to]) => `mv ${from} ${to}`),
  fc.tuple(word, place).map(([from, to]) => `cp -r ${from} ${to}`),
  fc.tuple(word, place).map(([from, to]) => `cp ${from} ${to}`),
  fc.tuple(word, place).map(([from, to]) => `mv -t ${to} ${from}`),
  fc.tuple(word, word, place).map((words) => `mv ${words.join(' ')}`),
  word.map((name) => `rm -rf ${name}`),
  word.map((name) => `rm ${name}`),
  word.map((name) => `rmdir ${name}`),
  word.map((name) => `mkdir -p ${name}`),
  word.map((name) => `for f in ${name}; do mv "$f" lib/; done`),
  fc.tuple(word, place).map(([from, to]) => `(cd src && mv ${from} ../${to})`),
  fc.constantFrom('cd src', 'test -f b.ts', 'false', 'ls'),
)

const script = fc
  .array(fc.tuple(simple, fc.constantFrom(' && ', '; ', '\n', ' || ')), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([command, operator], at) => (at === parts.length - 1 ? command : command + operator)).join(''))

const runs = (folder: string, agent: Agent, command: string): { readonly output: string; readonly isError: boolean } => {
  const ended = runIn(folder, command)
  agent.runs(command, ended)
  return ended
}

/** Milliseconds: hundreds of shells start, which takes long on a busy machine. */
const patience = 600_000

test(
  'what is known for certain after commands is so on disk: contents, and that a file is gone',
  () => {
    fc.assert(
      fc.property(fc.array(script, { minLength: 1, maxLength: 3 }), (commands) => {
        const folder = tempDir()
        const agent = put(folder)
        for (const command of commands) {
          runs(folder, agent, command)
          for (const [name, content] of knownIn(folder, agent))
            if (content !== undefined && agent.known.proofNow(path.join(folder, name)) !== 'likely')
              expect([name, onDisk(folder, name)]).toEqual([name, content])
        }
      }),
      {
        numRuns: 250,
        examples: [[['rm -r src/old', 'cp -r a.ts src/old && rm -rf src/old/']]],
      },
    )
  },
  patience,
)

const isPlain = ({ output, isError }: { readonly output: string; readonly isError: boolean }): boolean => !isError && !/: /.test(output)

test(
  'a file that one command moved, copied or removed is where it is known to be, with the content that is known',
  () => {
    fc.assert(
      fc.property(simple, (command) => {
        const folder = tempDir()
        const agent = put(folder)
        fc.pre(isPlain(runs(folder, agent, command)))
        for (const [name, content] of knownIn(folder, agent))
          if (content !== undefined) expect([name, onDisk(folder, name)]).toEqual([name, content])
      }),
      { numRuns: 250 },
    )
  },
  patience,
)
