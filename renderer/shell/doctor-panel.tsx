/** Where transcripts were looked for, what was found, and the likely reason when it is nothing. */
import type { ReactNode } from 'react'
import type { DoctorView, RootView } from '../../app/contract/sources.ts'
import { countOf } from '../../app/model/format/count.ts'
import { Panel } from '../ui/layout/panel.tsx'
import { Loaded } from '../ui/layout/async-states.tsx'
import { useQuery } from '../ui/calls/use-query.ts'

export const DoctorPanel = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const call = useQuery('doctor.run', {})
  return (
    <Panel label="Doctor" heading="Doctor" onClose={onClose}>
      <div className="doctor">
        <Loaded call={call} what="Searching for transcripts">
          {(doctor) => <DoctorReport doctor={doctor} />}
        </Loaded>
      </div>
    </Panel>
  )
}

const DoctorReport = ({ doctor }: { readonly doctor: DoctorView }): ReactNode => (
  <>
    <p>{doctor.likelyCause}</p>
    {doctor.faults.map((fault) => (
      <p key={fault} className="is-warn">
        {fault}
      </p>
    ))}
    <h3>Searched folders</h3>
    <ul>
      {doctor.roots.map((root) => (
        <li key={root.path}>
          <span className="mono">{root.path}</span> — {rootWords(root)} <span className="faint">({root.origin})</span>
        </li>
      ))}
    </ul>
    {doctor.sample === null ? null : (
      <>
        <h3>Sample</h3>
        <p>
          <span className="mono">{doctor.sample.file}</span>: {countOf(doctor.sample.parsed, 'line')} of {doctor.sample.lines} parsed
          {doctor.sample.problem === null ? '.' : `; first problem: ${doctor.sample.problem}`}
        </p>
      </>
    )}
  </>
)

const rootWords = (root: RootView): string => {
  if (root.problem !== null) return root.problem
  return root.exists ? countOf(root.files, 'transcript file') : 'not found'
}
