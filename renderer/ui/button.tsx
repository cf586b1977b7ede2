/** A button with its icon, its name and, on hover, its shortcut. */
import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import { KeyCaps } from './key-caps.tsx'
import './widgets.css'

export interface ButtonProps {
  readonly label: string
  readonly onPress: () => void
  readonly icon?: ReactNode
  readonly look?: 'plain' | 'primary' | 'quiet'
  /** Only the icon is drawn; the label is in the tooltip and for screen readers. */
  readonly isIconOnly?: boolean
  readonly isSmall?: boolean
  readonly isDisabled?: boolean
  readonly isPressed?: boolean
  readonly chord?: string
  readonly hint?: string
}

export const Button = (props: ButtonProps): ReactNode => {
  const { label, isIconOnly = false, look = 'plain', isSmall = false } = props
  const button = (
    <button
      type="button"
      className={`button is-${look} ${isSmall ? 'is-small' : ''}`}
      aria-label={isIconOnly ? label : undefined}
      aria-pressed={props.isPressed}
      disabled={props.isDisabled}
      onClick={props.onPress}
    >
      {props.icon}
      {isIconOnly ? null : label}
    </button>
  )
  const tip = props.hint ?? (isIconOnly || props.chord !== undefined ? label : undefined)
  if (tip === undefined) return button
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{button}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tip" sideOffset={4} collisionPadding={8}>
          {tip} {props.chord === undefined ? null : <KeyCaps chord={props.chord} />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
