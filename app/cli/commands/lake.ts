/** strata lake: the tables as Parquet files that other programs read. */
import { resolve } from 'node:path'
import type { LakeResult } from '../../contract/lake.ts'
import { jsonText } from '../text/failure-text.ts'
import { bytesText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { lackingText } from '../../model/format/lacking-text.ts'
import type { DefineCommand } from './command.ts'

const notes = `
The folder must be empty or contain a lake of this store; then only changed files are written. manifest.json lists all tables, columns
and files.

Examples:
  strata lake ~/lake
  strata lake --anonymise /mnt/shared/lakes/laptop-7     hashed projects, principals and paths; no titles, prompts, replies or other texts
  duckdb -c "SELECT project, month, sum(human_prompts) FROM read_parquet('lake/sessions/**/*.parquet', hive_partitioning = true) GROUP BY ALL"

See docs/lake.md.`

const lakeText = ({ dir, anonymised, tables, files, written, unchanged, removed, lacking, rows, bytes }: LakeResult): string =>
  [
    `${dir}${anonymised ? ', without names and texts' : ''}: ${countOf(tables, 'table')}, ${countOf(files, 'file')}, ${countOf(rows, 'row')}, ${bytesText(bytes)}\n`,
    `${countOf(written, 'file')} written, ${unchanged} unchanged, ${removed} removed\n`,
    ...(lacking === 0 ? [] : [`${lackingText(lacking)}\n`]),
  ].join('')

interface Options {
  readonly anonymise?: boolean
  readonly replace?: boolean
}

export const lakeCommand: DefineCommand = (command, run) =>
  command
    .argument('<dir>', 'folder to write to')
    .option('--anonymise', 'hashed projects, principals and paths; no texts')
    .option('--replace', 'overwrite a different lake')
    .addHelpText('after', notes)
    .action((dir: string, { anonymise = false, replace = false }: Options) =>
      run.withEngine(async ({ ask, finish, json, terminal }) => {
        const result = (await finish(() => ask('lake.start', { dir: resolve(dir), anonymise, replace }))).result
        await terminal.print(json ? jsonText(result) : lakeText(result))
        return undefined
      }),
    )
