/** Which program this is, what it stands on, and where its settings lie. */
import type { ReactNode } from 'react'
import type { SettingsView } from '../../../app/contract/settings.ts'
import { CopiedText } from '../../ui/forms/copied-text.tsx'
import { Section } from '../../ui/layout/section.tsx'

export const AboutSection = ({ settings: { versions, file } }: { readonly settings: SettingsView }): ReactNode => {
  const text = Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
  return (
    <Section name="About">
      <dl className="facts">
        <dt>Versions</dt>
        <dd>
          <CopiedText text={text} what="the versions" isMono={false} />
        </dd>
        <dt>Updates</dt>
        <dd>
          Strata asks nobody whether there is a newer version, and sends nothing that you do not ask it to. Install the next one over this
          one: the store stays.
        </dd>
        <dt>Settings</dt>
        <dd>
          <CopiedText text={file} what="the path of the settings" />
        </dd>
      </dl>
    </Section>
  )
}
