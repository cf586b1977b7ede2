/** The result of an export: its place, its content, what was lost, and the command to continue with. */
import type { ReactNode } from 'react'
import type { ExportView, FoundSecret, PackView } from '../../../app/contract/export.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { exclusionWords } from '../../../app/model/format/export-words.ts'
import { LostList } from '../../ui/jobs/lost-list.tsx'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { formWords } from '../../../app/model/pack-form.ts'
import { WrittenFile } from '../../ui/jobs/written-file.tsx'

const redactedText = (secrets: readonly FoundSecret[]): string => {
  const redacted = secrets.filter(({ isTaken }) => isTaken)
  if (redacted.length === 0) return 'No secrets redacted.'
  const places = redacted.reduce((sum, { count }) => sum + count, 0)
  return `${countOf(redacted.length, 'secret')} redacted in ${countOf(places, 'place')}.`
}

/** What the budget made of each part. */
const Packs = ({ packs }: { readonly packs: readonly PackView[] }): ReactNode => (
  <details className="export-packs">
    <summary>{countOf(packs.length, 'part')}</summary>
    <ul aria-label="Parts of the export">
      {packs.map(({ name, form, tokens, why }) => (
        <li key={name}>
          {name}: {formWords[form]}, about {formatCount(tokens)} tokens <span className="faint">{why}</span>
        </li>
      ))}
    </ul>
  </details>
)

export const Exported = ({ view }: { readonly view: ExportView }): ReactNode => (
  <section className="exported" aria-label="Exported">
    <p role="status">
      Wrote {countOf(view.messages, 'message')} of {countOf(view.commits.length, 'commit')}, {formatBytes(view.bytes)}.
    </p>
    {exclusionWords(view).map((words) => (
      <p key={words}>{words}</p>
    ))}
    {(view.budget?.packs.length ?? 0) === 0 ? null : <Packs packs={view.budget?.packs ?? []} />}
    <dl className="facts">
      {view.path === null ? null : <WrittenFile path={view.path} />}
      {view.sessionId === null ? null : (
        <>
          <dt>Session</dt>
          <dd className="mono">{view.sessionId}</dd>
        </>
      )}
      {view.ref === null ? null : (
        <>
          <dt>Fork</dt>
          <dd className="mono">{view.ref}</dd>
        </>
      )}
    </dl>
    {view.command === null ? null : <NextCommand label="Continue the session" command={view.command} />}
    {view.secrets === null ? null : <p>{redactedText(view.secrets)}</p>}
    <LostList lost={view.lost} />
  </section>
)
