/** Which program this is, what it stands on, and where its settings lie. */
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SettingsView } from '../../app/contract/settings-views.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/notice.ts'
import { Section } from '../ui/section.tsx'

export const AboutSection = ({ settings: { versions, file } }: { readonly settings: SettingsView }): ReactNode => {
  const text = Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
  return (
    <Section name="About">
      <dl className="facts">
        <dt>Versions</dt>
        <dd className="section-path">
          <span>{text}</span>
          <Button
            label="Copy the versions"
            isIconOnly
            isSmall
            look="quiet"
            icon={<Copy size={14} aria-hidden="true" />}
            onPress={() => copyText(text, 'the versions')}
          />
        </dd>
        <dt>Updates</dt>
        <dd>
          Strata asks nobody whether there is a newer version, and sends nothing that you do not ask it to. Install the next one over this
          one: the store stays.
        </dd>
        <dt>Settings</dt>
        <dd className="section-path">
          <span className="mono">{file}</span>
          <Button
            label="Copy the path of the settings"
            isIconOnly
            isSmall
            look="quiet"
            icon={<Copy size={14} aria-hidden="true" />}
            onPress={() => copyText(file, 'the path of the settings')}
          />
        </dd>
      </dl>
    </Section>
  )
}
