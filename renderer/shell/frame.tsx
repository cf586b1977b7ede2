/** The window's frame: navigation, the screen, the foot, and the panels that lie over them. */
import type { ReactNode } from 'react'
import type { StoreView } from '../../app/contract/store.ts'
import type { Screen } from '../screens/screen.ts'
import { useLocation } from '../ui/address/location.ts'
import { DoctorPanel } from './doctor-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { Navigation } from './navigation.tsx'
import { NoticesPanel } from './notices-panel.tsx'
import { openPanel, panel, useGoMenu, useWindowCommands } from './use-window-commands.ts'
import { Palette } from './palette.tsx'
import { StatusBar } from './status-bar.tsx'
import { useObservable } from '../ui/calls/observable.ts'
import { useKeyboard } from './use-keyboard.ts'
import { useOpenedLinks } from './use-opened-links.ts'
import './shell.css'

export interface FrameProps {
  readonly screens: readonly Screen[]
  readonly store: StoreView | undefined
  readonly children: ReactNode
}

export const Frame = ({ screens, store, children }: FrameProps): ReactNode => {
  const address = useLocation()
  const shown = useObservable(panel)
  useKeyboard()
  useOpenedLinks()
  useWindowCommands(screens)
  useGoMenu(screens)
  const close = (): void => openPanel(undefined)
  return (
    <div className="frame">
      <Navigation screens={screens} view={address?.view} store={store} />
      <main className="content">{children}</main>
      <StatusBar store={store} />
      {shown === 'palette' ? <Palette onClose={close} /> : null}
      {shown === 'keys' ? <KeysPanel onClose={close} /> : null}
      {shown === 'notices' ? <NoticesPanel onClose={close} /> : null}
      {shown === 'doctor' ? <DoctorPanel onClose={close} /> : null}
    </div>
  )
}
