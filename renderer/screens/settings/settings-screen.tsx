/** What can be chosen: how the window looks, what is taken in and how, what stays, what leaves, what things cost. */
import type { ReactNode } from 'react'
import type { SettingsView } from '../../../app/contract/settings.ts'
import type { StoreView } from '../../../app/contract/store.ts'
import { Answered } from '../../ui/layout/states.tsx'
import { useCall } from '../../ui/calls/use-call.ts'
import { AboutSection } from './about-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { CuttingSection } from './cutting-section.tsx'
import { FoldersSection } from './folders-section.tsx'
import { KeepingSection } from './keeping-section.tsx'
import { PricesSection } from './prices-section.tsx'
import { WordsSection } from './words-section.tsx'
import '../../ui/layout/sections.css'
import './settings.css'

export const SettingsScreen = ({ store }: { readonly store: StoreView | undefined }): ReactNode => {
  const call = useCall('settings.show', {})
  return (
    <section className="screen" aria-label="Settings">
      <div className="bar">
        <h1>Settings</h1>
      </div>
      <div className="sections">
        <AppearanceSection />
        <Answered call={call} what="Reading the settings">
          {(settings) => <OfStore settings={settings} store={store} />}
        </Answered>
      </div>
    </section>
  )
}

interface OfStoreProps {
  readonly settings: SettingsView
  readonly store: StoreView | undefined
}

const OfStore = ({ settings, store }: OfStoreProps): ReactNode => (
  <>
    {settings.fault === null ? null : (
      <p className="settings-fault" role="alert">
        {settings.fault}: as usual holds for it, and the file is kept beside the new one when something is changed here.
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
