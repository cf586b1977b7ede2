/** Files that grow, shrink, are replaced, vanish and turn into something else while they are imported. */
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { randomOf } from '../../../support/mutation/random.ts'
import type { Random } from '../../../support/mutation/random.ts'
import { rounds } from '../../../support/rounds.ts'
import { cli, strata, strataEnv } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, tableDigests } from '../../../support/with-engine.ts'

const times = rounds(2, 12)
const copies = 40

/** The lines of a transcript many times over, each time with other ids. */
const enlarged = (content: string): string =>
  Array.from({ length: copies }, (_, at) =>
    content.replaceAll(/"(uuid|parentUuid|id|tool_use_id|leafUuid)":"([^"]{6})/g, `"$1":"${String(at).padStart(3, '0')}$2`),
  ).join('')

const writeLarge = (folder: string): ReadonlyMap<string, Buffer> => {
  const from = path.resolve('samples/projects/-home-mira-code-harbor-board')
  const names = readdirSync(from).filter((name) => name.endsWith('.jsonl'))
  mkdirSync(folder, { recursive: true })
  return new Map(names.map((name) => [path.join(folder, name), Buffer.from(enlarged(readFileSync(path.join(from, name), 'utf8')))]))
}

type Disturb = (file: string, whole: Buffer, random: Random) => void

const somePart = (whole: Buffer, random: Random): Buffer => whole.subarray(0, random.below(whole.length))

/** Whatever lies there is replaced in one step, as an editor does. */
const replaceBy = (file: string, content: Buffer): void => {
  writeFileSync(`${file}.new`, content)
  rmSync(file, { recursive: true, force: true })
  renameSync(`${file}.new`, file)
}

const disturbances: readonly Disturb[] = [
  (file, whole, random) => appendFileSync(file, somePart(whole, random)),
  (file, whole, random) => truncateSync(file, random.below(whole.length)),
  (file, whole, random) => replaceBy(file, somePart(whole, random)),
  (file, whole, random) => writeFileSync(file, somePart(whole, random)),
  (file, whole) => replaceBy(file, whole),
  (file) => rmSync(file, { recursive: true, force: true }),
  (file) => {
    rmSync(file, { recursive: true, force: true })
    mkdirSync(file)
  },
  (file) => {
    rmSync(file, { recursive: true, force: true })
    execFileSync('mkfifo', [file])
  },
  (file) => {
    rmSync(file, { recursive: true, force: true })
    symlinkSync('nowhere', file)
  },
]

const isRegular = (file: string): boolean => {
  const entry = readdirSync(path.dirname(file), { withFileTypes: true }).find(({ name }) => name === path.basename(file))
  return entry?.isFile() === true
}

/** Some change to one of the files; what stands in the way of a change, such as a pipe, is replaced. */
const disturbOne = (files: ReadonlyMap<string, Buffer>, random: Random): void => {
  const [file, whole] = random.pick([...files])
  if (isRegular(file)) random.pick(disturbances)(file, whole, random)
  else replaceBy(file, random.fraction() < 0.5 ? whole : somePart(whole, random))
}

interface Ended {
  readonly code: number | null
  readonly err: string
}

/** Imports in a process of its own, and changes files for as long as that runs. */
const importRestless = async (store: string, folder: string, disturb: () => void): Promise<Ended> => {
  const child = spawn(process.execPath, [cli, 'import', folder, '--quiet'], { env: strataEnv(store), stdio: ['ignore', 'ignore', 'pipe'] })
  let err = ''
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  let code: number | null | undefined
  void ended.then((exit) => (code = exit))
  while (code === undefined) {
    disturb()
    await wait(3)
  }
  return { code, err }
}

test('files that change while they are imported are imported in the end, and never partly', { timeout: 600_000 }, async () => {
  const dir = tempDir()
  const [folder, store] = [path.join(dir, 'projects', '-p'), path.join(dir, 'store')]
  const files = writeLarge(folder)
  const random = randomOf(1)
  for (const [file, whole] of files) writeFileSync(file, whole)
  const codes = new Set<number | null>()
  for (let round = 0; round < times; round += 1) {
    const { code, err } = await importRestless(store, path.dirname(folder), () => {
      disturbOne(files, random)
    })
    codes.add(code)
    expect([round, code === 0 || code === 3, err]).toEqual([round, true, ''])
    const proof = strata(store, 'verify', '--quiet')
    expect([round, proof.code, proof.err]).toEqual([round, 0, ''])
  }

  for (const [file, whole] of files) replaceBy(file, whole)
  expect(strata(store, 'import', path.dirname(folder), '--quiet')).toMatchObject({ code: 0, err: '' })
  const undisturbed = path.join(dir, 'undisturbed')
  await importInto(undisturbed, [path.dirname(folder)])
  expect(await tableDigests(store, ['artifacts'], 'now')).toEqual(await tableDigests(undisturbed, ['artifacts'], 'now'))
  expect(codes).toContain(3)
})
