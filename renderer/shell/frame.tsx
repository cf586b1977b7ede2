/** The window's frame: navigation, the screen, the foot, and the panels that lie over them. */
import type { ReactNode } from 'react'
import type { StoreView } from '../../app/contract/store.ts'
import { useLocation } from '../ui/address/location.ts'
import { DoctorPanel } from './doctor-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { Navigation } from './navigation.tsx'
import { openPanel, panel, useWindowCommands } from './use-window-commands.ts'
import { Palette } from './palette.tsx'
import { StatusBar } from './status-bar.tsx'
import { useObservable } from '../ui/calls/observable.ts'
import { useKeyboard } from './use-keyboard.ts'
import './shell.css'

export interface FrameProps {
  readonly store: StoreView | undefined
  readonly children: ReactNode
}

export const Frame = ({ store, children }: FrameProps): ReactNode => {
  const place = useLocation()
  const shown = useObservable(panel)
  useKeyboard()
  useWindowCommands()
  const close = (): void => openPanel(undefined)
  return (
    <div className="frame">
      <Navigation view={place?.view} sessions={store?.sessions} problems={store?.problems} />
      <main className="content">{children}</main>
      <StatusBar store={store} />
      {shown === 'palette' ? <Palette onClose={close} /> : null}
      {shown === 'keys' ? <KeysPanel onClose={close} /> : null}
      {shown === 'doctor' ? <DoctorPanel onClose={close} /> : null}
    </div>
  )
}
