/** A sign for each speaker, besides the colour. */
import { Bot, CircleAlert, Layers2, Settings2, Syringe, UserRound, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConversationItem } from '../../../app/contract/reader.ts'
import { isToolAnswer } from './speakers.ts'

const icons = { human: UserRound, agent: Bot, injected: Syringe, system: Settings2, error: CircleAlert, summary: Layers2 } as const

export const SpeakerIcon = ({ item }: { readonly item: ConversationItem }): ReactNode => {
  const Icon = isToolAnswer(item) ? Wrench : icons[item.speaker]
  return <Icon size={14} aria-hidden="true" />
}
