/** The last check of the store: its faults and what to do about them, or what the last repair lost. */
import { CircleAlert, CircleCheck, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LostArtifact, RepairResult } from '../../../app/contract/repair.ts'
import type { StoreFault, VerifyResult } from '../../../app/contract/verify.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf } from '../../../app/model/format/count.ts'
import { startRepair, useRunningJob } from '../../ui/jobs/jobs.ts'
import { useLastCheck } from '../../ui/jobs/last-check.ts'
import { Section } from '../../ui/layout/section.tsx'

const icon = { size: 14, 'aria-hidden': true } as const
const listed = 500

/** Nothing before the first check. */
export const CheckSection = (): ReactNode => {
  const check = useLastCheck()
  if (check === undefined) return null
  return (
    <Section name={check.kind === 'verify' ? 'Last check' : 'Last repair'}>
      {check.kind === 'verify' ? <Checked result={check.result} /> : <Repaired result={check.result} />}
    </Section>
  )
}

const Verdict = ({ isGood, children }: { readonly isGood: boolean; readonly children: ReactNode }): ReactNode => (
  <p className={`verdict ${isGood ? 'is-good' : 'is-bad'}`}>
    {isGood ? <CircleCheck {...icon} /> : <CircleAlert {...icon} />}
    {children}
  </p>
)

const Checked = ({ result: { faults, losses } }: { readonly result: VerifyResult }): ReactNode => (
  <>
    <Verdict isGood={faults.length === 0}>{faults.length === 0 ? 'No faults' : countOf(faults.length, 'fault')}</Verdict>
    {faults.length === 0 ? null : <WhatToDo />}
    <FaultList name="Faults" faults={faults} />
    {losses.length === 0 ? null : <p className="faint">{countOf(losses.length, 'loss', 'losses')} that the last repair reported:</p>}
    <FaultList name="Known losses" faults={losses} />
  </>
)

const WhatToDo = (): ReactNode => {
  const isRunning = useRunningJob('repair') !== undefined
  return (
    <>
      <p>
        If you have a backup, restore the damaged file and rebuild the index. Otherwise repair the store: Strata imports existing
        transcripts again, copies readable artifacts to new packs, keeps the damaged files and lists lost artifacts.
      </p>
      <div className="section-commands">
        <Button label="Repair" icon={<Wrench {...icon} />} isDisabled={isRunning} onPress={startRepair} />
      </div>
    </>
  )
}

const FaultList = ({ name, faults }: { readonly name: string; readonly faults: readonly StoreFault[] }): ReactNode => (
  <Listing name={name} titles={['What', 'Where', 'Reason']} rows={faults.map(({ what, where, reason }) => [what, where, reason])} />
)

const Repaired = ({ result: { packs, lost } }: { readonly result: RepairResult }): ReactNode => (
  <>
    <Verdict isGood={lost.length === 0}>{lost.length === 0 ? 'Nothing is lost' : `${countOf(lost.length, 'artifact')} lost`}</Verdict>
    {packs.map(({ packId, keptAs }) => (
      <p key={packId} className="faint">
        Pack {packId} {keptAs === undefined ? 'was missing.' : `was damaged; its file is ${keptAs}`}
      </p>
    ))}
    <Listing name="Lost artifacts" titles={['Artifact', 'Session', 'Files', 'Reason']} rows={lost.map(lostRow)} />
  </>
)

const lostRow = ({ ref, kind, sessionId, files, reason }: LostArtifact): readonly string[] => [
  `${ref} (${kind})`,
  sessionId ?? 'n/a',
  files.join(', ') || 'none',
  reason,
]

interface ListingProps {
  readonly name: string
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const Listing = ({ name, titles, rows }: ListingProps): ReactNode =>
  rows.length === 0 ? null : (
    <>
      <table className="section-table fault-table" aria-label={name}>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, listed).map((cells) => (
            <tr key={cells.join(' ')}>
              {cells.map((cell, at) => (
                <td key={titles[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > listed ? <p className="faint">{rows.length - listed} more: strata verify</p> : null}
    </>
  )
