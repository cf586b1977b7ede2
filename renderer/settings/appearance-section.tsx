/** Light or dark. */
import type { ReactNode } from 'react'
import { chooseAppearance, useAppearance, type Appearance } from '../ui/appearance.ts'
import { KeyCaps } from '../ui/key-caps.tsx'
import { Section } from '../ui/section.tsx'
import { Segments } from '../ui/segments.tsx'

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
