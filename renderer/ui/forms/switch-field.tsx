/** A switch. What was requested is shown immediately, until the engine has answered. */
import { useId, useState, type ReactNode } from 'react'

export interface SwitchFieldProps {
  readonly label: string
  readonly hint?: string
  readonly isOn: boolean
  /** Resolves when the engine has answered; the caller shows failures. */
  readonly onChoose: (isOn: boolean) => Promise<void>
}

export const SwitchField = ({ label, hint, isOn, onChoose }: SwitchFieldProps): ReactNode => {
  const id = useId()
  const [wanted, setWanted] = useState<boolean>()
  const choose = (isWanted: boolean): void => {
    setWanted(isWanted)
    void onChoose(isWanted).finally(() => setWanted(undefined))
  }
  return (
    <>
      <input id={id} type="checkbox" role="switch" checked={wanted ?? isOn} onChange={({ target }) => choose(target.checked)} />
      <label htmlFor={id} title={hint}>
        {label}
      </label>
    </>
  )
}
