/** Where the store is, what it takes, and how long what nothing needs stays in it. */
import { Database, GitFork } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { StoreView } from '../../../app/contract/store.ts'
import { refsAddress } from '../refs/address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { go } from '../../ui/address/location.ts'
import { Section } from '../../ui/layout/section.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { changeSettings } from './change-settings.ts'

const icon = { size: 14, 'aria-hidden': true } as const

export interface KeepingSectionProps {
  readonly store: StoreView | undefined
  readonly keepDays: number
}

export const KeepingSection = ({ store, keepDays }: KeepingSectionProps): ReactNode => {
  const pins = useQuery('pins.list', {})
  return (
    <Section name="Store">
      {store === undefined ? null : (
        <dl className="facts">
          <dt>Folder</dt>
          <dd className="mono">{store.dir}</dd>
          <dt>Size</dt>
          <dd>
            {formatBytes(store.packBytes + store.indexBytes)} including the index, for {formatBytes(store.rawBytes)} of transcripts
          </dd>
          <dt>Other store</dt>
          <dd className="faint">
            To open another store, start Strata with <code>--store DIR</code> or set <code>STRATA_STORE</code>
          </dd>
        </dl>
      )}
      <KeptFor days={keepDays} />
      <div className="section-commands">
        <Button
          label="Store"
          icon={<Database {...icon} />}
          hint="Verify, collect, restore, remotes, bundles"
          onPress={() => go({ view: 'store' })}
        />
        <Button
          label={pins.kind === 'done' ? countOf(pins.value.length, 'pin') : 'Pins'}
          icon={<GitFork {...icon} />}
          hint="Forks, tags and pins: garbage collection always keeps their commits"
          onPress={() => go(refsAddress)}
        />
      </div>
    </Section>
  )
}

const daysIn = (text: string): number | undefined => (/^\d{1,5}$/.test(text) ? Number(text) : undefined)

const KeptFor = ({ days }: { readonly days: number }): ReactNode => {
  const [typed, setTyped] = useState({ text: String(days), instead: days })
  const text = typed.instead === days ? typed.text : String(days)
  const keepDays = daysIn(text)
  const apply = (): void => {
    if (keepDays !== undefined && keepDays !== days) void changeSettings({ keepDays }, `Retention: ${countOf(keepDays, 'day')}`)
  }
  return (
    <div className="settings-line">
      <label htmlFor="settings-keep-days">Retention of unused artifacts</label>
      <span className="field days-field">
        <input
          id="settings-keep-days"
          inputMode="numeric"
          value={text}
          aria-invalid={keepDays === undefined}
          onChange={({ target }) => setTyped({ text: target.value, instead: days })}
          onBlur={apply}
          onKeyDown={({ key }) => {
            if (key === 'Enter') apply()
            if (key === 'Escape') setTyped({ text: String(days), instead: days })
          }}
        />
        <span className="faint">days</span>
      </span>
      {keepDays === undefined ? <span className="is-warn">Enter a number of days</span> : null}
      <span className="faint">Nothing is removed until you collect garbage. Sessions, tags, forks and pins are always required.</span>
    </div>
  )
}
