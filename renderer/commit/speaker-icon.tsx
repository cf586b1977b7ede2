/** A sign for each speaker, besides the colour. */
import { Bot, CircleAlert, Layers2, Settings2, Syringe, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Speaker } from './speakers.ts'

const icons = { human: UserRound, agent: Bot, injected: Syringe, system: Settings2, error: CircleAlert, summary: Layers2 } as const

export const SpeakerIcon = ({ speaker }: { readonly speaker: Speaker }): ReactNode => {
  const Icon = icons[speaker]
  return <Icon size={14} aria-hidden="true" />
}
