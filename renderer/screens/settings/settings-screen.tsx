/** The settings: appearance, import, retention, exports and prices. */
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { SettingsView } from '../../../app/contract/settings.ts'
import type { StoreView } from '../../../app/contract/store.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import type { SettingsAddress } from './address.ts'
import { CuttingSection } from './cutting-section.tsx'
import { FoldersSection } from './folders-section.tsx'
import { KeepingSection } from './keeping-section.tsx'
import { PricesSection } from './prices-section.tsx'
import { WordsSection } from './words-section.tsx'
import { CopyableText } from '../../ui/forms/copyable-text.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { chooseAppearance, useAppearance, type Appearance } from '../../ui/layout/appearance.ts'
import { KeyCaps } from '../../ui/commands/key-caps.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import '../../ui/layout/sections.css'
import './settings.css'

interface SettingsScreenProps {
  readonly address: SettingsAddress
  readonly store: StoreView | undefined
}

export const SettingsScreen = ({ address, store }: SettingsScreenProps): ReactNode => {
  const call = useQuery('settings.show', {})
  const page = useSectionInView(address.section, call.kind)
  return (
    <section className="screen" aria-label="Settings">
      <div className="bar">
        <h1>Settings</h1>
      </div>
      <div ref={page} className="sections">
        <AppearanceSection />
        <Loaded call={call} what="Reading the settings">
          {(settings) => <OfStore settings={settings} store={store} />}
        </Loaded>
      </div>
    </section>
  )
}

/** Scrolls to a section when the settings are loaded, and gives its heading the focus. */
const useSectionInView = (section: string | undefined, state: string): RefObject<HTMLDivElement | null> => {
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const headings = [...(page.current?.querySelectorAll('h2') ?? [])]
    const heading = section === undefined ? undefined : headings.find(({ textContent }) => textContent === section)
    if (heading === undefined) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    heading.scrollIntoView({ block: 'start' })
  }, [section, state])
  return page
}

interface OfStoreProps {
  readonly settings: SettingsView
  readonly store: StoreView | undefined
}

const OfStore = ({ settings, store }: OfStoreProps): ReactNode => (
  <>
    {settings.fault === null ? null : (
      <p className="settings-fault" role="alert">
        {settings.fault}. Strata uses the defaults instead. When you change a setting, Strata keeps this file next to the new one.
      </p>
    )}
    <FoldersSection />
    <CuttingSection chosen={settings.granularity} />
    <KeepingSection store={store} keepDays={settings.keepDays} />
    <WordsSection words={settings.privateWords} kinds={settings.secretKinds} />
    <PricesSection />
    <AboutSection settings={settings} />
  </>
)

/** Which program this is, what it stands on, and where its settings lie. */
const AboutSection = ({ settings: { versions, file } }: { readonly settings: SettingsView }): ReactNode => {
  const text = Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
  return (
    <Section name="About">
      <dl className="facts">
        <dt>Versions</dt>
        <dd>
          <CopyableText text={text} what="the versions" isMono={false} />
        </dd>
        <dt>Updates</dt>
        <dd>
          Strata does not check for updates, and sends nothing unless you ask it to. Install a new version over this one; the store does not
          change.
        </dd>
        <dt>Settings</dt>
        <dd>
          <CopyableText text={file} what="the path of the settings" />
        </dd>
      </dl>
    </Section>
  )
}

const choices: readonly (readonly [Appearance, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** Light or dark. */
const AppearanceSection = (): ReactNode => (
  <Section name="Appearance">
    <div className="settings-line">
      <Segments label="Colours" chosen={useAppearance()} choices={choices} onChoose={chooseAppearance} />
      <span className="faint">
        Text size: <KeyCaps chord="Mod++" /> <KeyCaps chord="Mod+-" /> <KeyCaps chord="Mod+0" />
      </span>
    </div>
  </Section>
)
