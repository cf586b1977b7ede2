/** strata lake: the tables as Parquet files that other programs read. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import type { LakeResult } from '../../contract/lake.ts'
import { jsonText } from '../text/failure-text.ts'
import { bytesText, plural } from '../text/format.ts'
import type { RunCommand } from './command.ts'

const notes = `
The folder is empty, or holds a lake of this store: then only what changed is written. manifest.json lists every table, column and file.

Examples:
  strata lake ~/lake
  strata lake --anonymise /mnt/shared/lakes/laptop-7     hashed projects, principals and paths; no titles, prompts, replies or other texts
  duckdb -c "SELECT project, month, sum(human_prompts) FROM read_parquet('lake/sessions/**/*.parquet', hive_partitioning = true) GROUP BY ALL"

docs/lake.md says what other programs need to know.`

const lakeText = ({ dir, anonymised, tables, files, written, unchanged, removed, rows, bytes }: LakeResult): string =>
  [
    `${dir}${anonymised ? ', without names and texts' : ''}: ${plural(tables, 'table')}, ${plural(files, 'file')}, ${plural(rows, 'row')}, ${bytesText(bytes)}\n`,
    `${plural(written, 'file')} written, ${unchanged} unchanged, ${removed} removed\n`,
  ].join('')

interface Options {
  readonly anonymise?: boolean
  readonly replace?: boolean
}

export const lakeCommand = (run: RunCommand): Command =>
  new Command('lake')
    .description('write the tables as Parquet files, by project and month, for other programs; again only what changed')
    .argument('<dir>', 'where to')
    .option('--anonymise', 'hash projects, principals and paths, and leave texts out')
    .option('--replace', 'write over the lake of another store, or one that was written the other way')
    .addHelpText('after', notes)
    .action((dir: string, { anonymise = false, replace = false }: Options) =>
      run.withEngine(async ({ ask, finish, json, terminal }) => {
        const result = (await finish(() => ask('lake.start', { dir: resolve(dir), anonymise, replace }))).result
        await terminal.print(json ? jsonText(result) : lakeText(result))
        return undefined
      }),
    )
