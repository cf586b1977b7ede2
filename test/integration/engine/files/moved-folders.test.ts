/** Folders that agents move, copy and remove: contents and blame go with every file that is known below them. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { BlameView, KnownFileView } from '../../../../app/contract/objects.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { inReportShape } from '../../../support/in-report-shape.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const blamed = async (engine: Engine, file: string): Promise<readonly string[]> => {
  const { lines, origins }: BlameView = await engine.ask('file.blame', { path: file })
  return lines.map(({ text, origin }) => `${text}: ${origin === null ? 'nobody' : (origins[origin]?.prompt ?? origins[origin]?.source)}`)
}

const show = (engine: Engine, file: string, at?: string): Promise<KnownFileView> =>
  engine.ask('file.show', { path: file, ...(at !== undefined && { at }) })

const checkedOut = async (engine: Engine, at: string): Promise<readonly string[]> => {
  const to = path.join(tempDir(), 'out')
  await runJob(engine, 'checkout.start', { commitId: at, to })
  return readdirSync(to, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.json')
    .map((entry) => path.relative(to, path.join(entry.parentPath, entry.name)))
    .sort()
}

test('files of a folder that was moved keep their lines, and what was moved or removed is not checked out', async (context) => {
  await inReportShape(context, '75-moved-folder', async (engine) => {
    expect(await blamed(engine, '/home/mira/loom/src/lex/a.ts')).toEqual([
      'export const a = 1: Write two files',
      'export const tail = 5: Move them',
    ])
    expect(await blamed(engine, '/home/mira/loom/src/lex/b.ts')).toEqual([
      'export const b = 1: Write two files',
      'export const end = 5: Move them',
    ])
    for (const gone of ['old/a.ts', 'b.ts', 'tmp/x.ts'])
      expect([gone, (await show(engine, `/home/mira/loom/src/${gone}`)).isThere]).toEqual([gone, false])
    expect(await checkedOut(engine, '3bd689e9')).toEqual(['src/lex/a.ts', 'src/lex/b.ts'])
  })
})

const names = ['src/a.ts', 'src/deep/b.ts', 'lib/c.ts', 'src/d.md']

/** An agent that wrote some files and then ran a command. */
const after = async (command: string, work: (engine: Engine) => Promise<void>, output = '', cwd = '/p/loom'): Promise<void> => {
  const separator = cwd.startsWith('/') ? '/' : '\\'
  const at = (name: string): string => [cwd, ...name.split('/')].join(separator)
  const talk: Conversation = conversation({ sessionId: 'loom', seed: 'loom', cwd }).human('Write them')
  for (const name of names) talk.writes(at(name), `${name}\n`)
  talk.human('Tidy up').runs(command, output).agent('Done.')
  const store = tempDir()
  await importInto(store, [writeConversation(tempDir(), talk).projects])
  await withEngine(store, work)
}

test.each([
  ['git mv src lex && git commit -qm "Move"', ['lex/a.ts', 'lex/d.md', 'lex/deep/b.ts', 'lib/c.ts']],
  ['mv src lib', ['lib/c.ts', 'lib/src/a.ts', 'lib/src/d.md', 'lib/src/deep/b.ts']],
  ['mv src/ new/; ls new', ['lib/c.ts', 'new/a.ts', 'new/d.md', 'new/deep/b.ts']],
  ['mkdir -p "a b" && mv src "a b"', ['a b/src/a.ts', 'a b/src/d.md', 'a b/src/deep/b.ts', 'lib/c.ts']],
  ['cd src && mv a.ts deep ../lib/', ['lib/a.ts', 'lib/c.ts', 'lib/deep/b.ts', 'src/d.md']],
  ['mv -t lib src/*.ts', ['lib/a.ts', 'lib/c.ts', 'src/d.md', 'src/deep/b.ts']],
  ['rm -f src/*.ts', ['lib/c.ts', 'src/d.md', 'src/deep/b.ts']],
  ['git rm -rq src; git status --short', ['lib/c.ts']],
  ['cp -r src copy && rm -rf src', ['copy/a.ts', 'copy/d.md', 'copy/deep/b.ts', 'lib/c.ts']],
  ['for f in src/*; do git mv "$f" lib/; done', ['lib/a.ts', 'lib/c.ts', 'lib/d.md', 'lib/deep/b.ts']],
  ['rm src/deep/b.ts && rmdir src/deep', ['lib/c.ts', 'src/a.ts', 'src/d.md']],
  ['(cd src; mv a.ts e.ts)', ['lib/c.ts', 'src/d.md', 'src/deep/b.ts', 'src/e.ts']],
  ['(cd src && git mv a.ts ../lib/); ls lib', ['lib/a.ts', 'lib/c.ts', 'src/d.md', 'src/deep/b.ts']],
  ['cd src; mv deep ../lib/', ['lib/c.ts', 'lib/deep/b.ts', 'src/a.ts', 'src/d.md']],
  ['bash -c "cd src; rm -r deep; mv a.ts ../a.ts"', ['a.ts', 'lib/c.ts', 'src/d.md']],
  ['pushd src >/dev/null; mv a.ts e.ts; popd >/dev/null; mv lib/c.ts c.ts', ['c.ts', 'src/d.md', 'src/deep/b.ts', 'src/e.ts']],
  ['( mkdir -p new; cd new; ( mv ../src/a.ts . ; cd ../src; mv d.md ../new/ ) )', ['lib/c.ts', 'new/a.ts', 'new/d.md', 'src/deep/b.ts']],
  ['for d in src lib; do (cd $d; mv *.ts ..); done', ['a.ts', 'c.ts', 'src/d.md', 'src/deep/b.ts']],
  ['(cd src; mv deep ../lib/) 2>&1 | cat', ['lib/c.ts', 'lib/deep/b.ts', 'src/a.ts', 'src/d.md']],
  ['git mv -k src lib', ['lib/c.ts', 'lib/src/a.ts', 'lib/src/d.md', 'lib/src/deep/b.ts']],
  ['mv -n src/a.ts src/e.ts', ['lib/c.ts', 'src/d.md', 'src/deep/b.ts', 'src/e.ts']],
  ['mv -n src/a.ts lib/c.ts', ['lib/c.ts', 'src/a.ts', 'src/d.md', 'src/deep/b.ts']],
  ['git rm -r --ignore-unmatch src/deep', ['lib/c.ts', 'src/a.ts', 'src/d.md']],
])('%s', async (command, left) => {
  await after(command, async (engine) => {
    expect(await checkedOut(engine, 'loom')).toEqual(left)
    for (const file of left)
      expect(await blamed(engine, `/p/loom/${file}`)).toEqual([
        `${names.find((name) => path.basename(name) === path.basename(file)) ?? 'src/a.ts'}: Write them`,
      ])
  })
})

test.each([
  'git mv src lex 2>&1 | cat > /tmp/log',
  'mv src lex 2>&1 | tee log > /dev/null',
  'mv src lex 2>&1 | cat other.txt',
  'bash -c "mv src lex; npm test" 2>&1 | tail -5',
  'mv -v src lex 2>&1 | tail -1',
])('a failure that the output would not show moves nothing: %s', async (command) => {
  await after(command, async (engine) => {
    expect(await checkedOut(engine, 'loom')).toEqual(['lib/c.ts', 'src/a.ts', 'src/d.md', 'src/deep/b.ts'])
  })
})

test('where pushd failed, the folder that it names loses nothing', async () => {
  await after(
    'pushd src; rm -rf deep; popd',
    async (engine) => {
      expect(await checkedOut(engine, 'loom')).toEqual(['lib/c.ts', 'src/a.ts', 'src/d.md', 'src/deep/b.ts'])
    },
    'bash: line 1: pushd: src: No such file or directory',
  )
})

test('a command that may have failed moves nothing, and what it names is doubted', async () => {
  const output = "mv: cannot stat 'src': No such file or directory\nlib"
  await after(
    'mv src lex; ls',
    async (engine) => {
      expect(await checkedOut(engine, 'loom')).toEqual(['lib/c.ts', 'src/a.ts', 'src/d.md', 'src/deep/b.ts'])
      expect((await show(engine, '/p/loom/src/a.ts', 'loom')).proof).toBe('likely')
    },
    output,
  )
})

test('on Windows a folder is moved by the path that its shell takes', async () => {
  await after(
    'mv /c/code/loom/src lex',
    async (engine) => {
      expect(await blamed(engine, 'C:\\code\\loom\\lex\\deep\\b.ts')).toEqual(['src/deep/b.ts: Write them'])
      expect((await show(engine, 'C:\\code\\loom\\src\\a.ts', 'loom')).isThere).toBe(false)
    },
    '',
    'C:\\code\\loom',
  )
})

test('a file is shown by the path that only a command gave it, also without a commit', async () => {
  await after('mkdir -p q && git mv src q/', async (engine) => {
    expect(await show(engine, '/p/loom/q/src/deep/b.ts')).toMatchObject({ content: 'src/deep/b.ts\n', isThere: true })
    expect(await show(engine, 'q/src/a.ts')).toMatchObject({ content: 'src/a.ts\n', isThere: true })
    expect(await show(engine, '/p/loom/src/a.ts')).toMatchObject({ isThere: false })
  })
})
