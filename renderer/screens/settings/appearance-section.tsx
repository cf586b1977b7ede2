/** Light or dark. */
import type { ReactNode } from 'react'
import { chooseAppearance, useAppearance, type Appearance } from '../../ui/layout/appearance.ts'
import { KeyCaps } from '../../ui/commands/key-caps.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Segments } from '../../ui/forms/segments.tsx'

const choices: readonly (readonly [Appearance, string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

export const AppearanceSection = (): ReactNode => (
  <Section name="Appearance">
    <div className="settings-line">
      <Segments label="Colours" chosen={useAppearance()} choices={choices} onChoose={chooseAppearance} />
      <span className="faint">
        Size of the text: <KeyCaps chord="Mod++" /> <KeyCaps chord="Mod+-" /> <KeyCaps chord="Mod+0" />
      </span>
    </div>
  </Section>
)
