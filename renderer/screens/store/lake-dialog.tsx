/** Writes the tables as Parquet files into a folder, for other programs. */
import { useState, type ReactNode } from 'react'
import type { LakeResult } from '../../../app/contract/lake.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { lackingText } from '../../../app/model/format/lacking-text.ts'
import { shellCommand } from '../../../app/model/format/shell-quote.ts'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { useJob } from '../../ui/jobs/use-job.ts'
import { JobOutcome } from '../../ui/jobs/job-outcome.tsx'
import { FolderField } from '../../ui/forms/folder-field.tsx'
import type { StoreDialogProps } from './store-dialog-props.ts'

export const LakeDialog = ({ onClose }: StoreDialogProps): ReactNode => {
  const [dir, setDir] = useState('')
  const [anonymise, setAnonymise] = useState(false)
  const { work, start, reset } = useJob<LakeResult>()
  const isReady = dir !== '' && work.kind !== 'running'
  const write = (): void => {
    if (isReady) start(() => ask('lake.start', { dir, anonymise }))
  }
  const options = anonymise ? ['--anonymise'] : []
  return (
    <Form heading="Write lake" onClose={onClose} onSubmit={write}>
      <FolderField
        name="Lake folder"
        hint="An empty folder, or one with a lake of this store. Then only changed files are written."
        path={dir}
        onPath={(path) => {
          setDir(path)
          reset()
        }}
      />
      <div className="form-row">
        <span>Names</span>
        <label className="form-line">
          <input
            type="checkbox"
            checked={anonymise}
            onChange={({ target }) => {
              setAnonymise(target.checked)
              reset()
            }}
          />
          Exclude names and texts
        </label>
        <span className="form-hint">
          Projects, principals and paths become hashes. Titles, prompts, responses and other texts are excluded.
        </span>
      </div>
      <JobOutcome
        work={work}
        what="Writing the lake"
        before={
          <>
            <p className="faint">The tables as Parquet files, by project and month, for DuckDB, Spark, Trino or ClickHouse.</p>
            <NextCommand label="Run in a terminal" command={shellCommand('strata', 'lake', ...options, dir === '' ? 'lake' : dir)} />
          </>
        }
      >
        {(result) => <Written result={result} />}
      </JobOutcome>
      <div className="form-actions">
        <Button label="Close" onPress={onClose} />
        <Button label="Write" look="primary" isDisabled={!isReady} onPress={write} />
      </div>
    </Form>
  )
}

/** In dollars, since the shell has the quotes. */
const countedByProject = (dir: string): string =>
  `SELECT project, count(*) FROM read_parquet($$${dir}/sessions/**/*.parquet$$, hive_partitioning = true) GROUP BY ALL`

const Written = ({ result }: { readonly result: LakeResult }): ReactNode => (
  <section aria-label="Written">
    <p role="status">
      {result.written === 0 && result.removed === 0
        ? 'No changes: the lake is up to date.'
        : `${countOf(result.written, 'file')} written, ${result.unchanged} unchanged, ${result.removed} removed.`}
    </p>
    <p className="faint">
      {countOf(result.tables, 'table')}, {countOf(result.files, 'file')}, {countOf(result.rows, 'row')}, {formatBytes(result.bytes)}
    </p>
    {result.lacking === 0 ? null : <p role="alert">{lackingText(result.lacking)}</p>}
    <NextCommand label="Example query" command={shellCommand('duckdb', '-c', countedByProject(result.dir))} />
  </section>
)
