/** A button with its icon, its name and, on hover, its shortcut. */
import { Tooltip } from 'radix-ui'
import { useContext, type MouseEventHandler, type ReactNode } from 'react'
import { KeyCaps } from '../commands/key-caps.tsx'
import { PanelHost } from './panel-host.ts'
import './button.css'
import '../charts/tip.css'

export interface ButtonProps {
  readonly label: string
  readonly onPress: () => void
  readonly icon?: ReactNode
  readonly look?: 'plain' | 'primary' | 'quiet'
  /** Only the icon is drawn; the label is in the tooltip and for screen readers. */
  readonly isIconOnly?: boolean
  readonly isSmall?: boolean
  /** Drawn as disabled, and a press does nothing; the button keeps the focus and shows its hint. */
  readonly isDisabled?: boolean
  readonly isPressed?: boolean
  /** Beside the label: how much there is of it. */
  readonly count?: string
  readonly chord?: string
  readonly hint?: string
}

export const Button = ({ hint, ...props }: ButtonProps): ReactNode => {
  const host = useContext(PanelHost)
  const tip = hint ?? (props.isIconOnly === true || props.chord !== undefined ? props.label : undefined)
  if (tip === undefined) return <PlainButton {...props} />
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <PlainButton {...props} />
      </Tooltip.Trigger>
      <Tooltip.Portal container={host}>
        <Tooltip.Content className="tip" sideOffset={4} collisionPadding={8}>
          {tip} {props.chord === undefined ? null : <KeyCaps chord={props.chord} />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

interface PlainButtonProps extends Omit<ButtonProps, 'hint'> {
  /** The tooltip's own, which goes when the button is pressed. */
  readonly onClick?: MouseEventHandler<HTMLButtonElement>
}

/** The tooltip adds its listeners, which are passed on to the element. */
const PlainButton = ({
  label,
  onPress,
  icon,
  look,
  isIconOnly,
  isSmall,
  isDisabled,
  isPressed,
  count,
  chord,
  onClick,
  ...others
}: PlainButtonProps): ReactNode => (
  <button
    {...others}
    type="button"
    className={classOf(look, isSmall)}
    aria-label={isIconOnly === true ? label : undefined}
    aria-keyshortcuts={chord?.replace('Mod', 'Control')}
    aria-pressed={isPressed}
    // Not the attribute of the page: a button that is pressed and then waits would lose the focus to the page.
    aria-disabled={isDisabled}
    onClick={(event) => {
      onClick?.(event)
      if (isDisabled !== true) onPress()
    }}
  >
    {icon}
    {isIconOnly === true ? null : label}
    {count === undefined ? null : <span className="button-count">{count}</span>}
  </button>
)

const classOf = (look: ButtonProps['look'], isSmall: boolean | undefined): string =>
  `button is-${look ?? 'plain'} ${isSmall === true ? 'is-small' : ''}`
