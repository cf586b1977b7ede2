/** Everything that can be done or gone to, by typing a few letters of it. */
import { Command } from 'cmdk'
import { useState, type ReactNode } from 'react'
import { searchedText } from '../../app/model/searched-text.ts'
import { searchAddress } from '../screens/search/address.ts'
import { sessionAddress } from '../screens/session/address.ts'
import { sessionsAddress } from '../screens/sessions/address.ts'
import { parseAddress } from '../ui/address/address.ts'
import { ask } from '../ui/calls/bridge.ts'
import { KeyCaps } from '../ui/commands/key-caps.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { showFailure } from '../ui/layout/notice.ts'
import { go } from '../ui/address/location.ts'
import { activeCommands, type Command as CommandItem } from '../ui/commands/commands.ts'
import { groupCommands } from './keys-panel.tsx'
import { PaletteFinds } from './palette-finds.tsx'

export const Palette = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState('')
  const [commands] = useState(() => activeCommands().filter((command) => command.id !== 'palette'))
  const close = (then: () => void): void => {
    onClose()
    // The dialog gives the focus back first; then the command may take it.
    setTimeout(then)
  }
  return (
    <Panel label="Command palette" onClose={onClose}>
      <Command className="palette" label="Command palette" loop value={chosen} onValueChange={setChosen}>
        <Command.Input
          className="palette-input"
          placeholder="Search sessions, type a commit id, or pick a command"
          value={text}
          onValueChange={setText}
        />
        <Command.List className="palette-list">
          <Command.Empty className="palette-empty">No matches. Try fewer words.</Command.Empty>
          <AddressEntry text={text.trim()} close={close} />
          <CommitEntry text={text.trim()} close={close} />
          <PaletteFinds text={text} onFirst={setChosen} onSession={(sessionId) => close(() => go(sessionAddress(sessionId)))} />
          {groupCommands(commands).map(([group, members]) => (
            <Command.Group key={group} heading={group}>
              {members.map((command) => (
                <CommandEntry key={command.id} command={command} onPick={() => close(command.run)} />
              ))}
            </Command.Group>
          ))}
          {text.trim() === '' ? null : (
            <Command.Item value={`${text} filter sessions`} onSelect={() => close(() => go({ ...sessionsAddress, text: text.trim() }))}>
              Filter sessions by “{text.trim()}”
            </Command.Item>
          )}
          {!searchedText.safeParse(text).success ? null : (
            <Command.Item value={`${text} search everything`} onSelect={() => close(() => go({ ...searchAddress, text: text.trim() }))}>
              Search all conversations for “{text.trim()}”
            </Command.Item>
          )}
        </Command.List>
      </Command>
    </Panel>
  )
}

const CommandEntry = ({ command, onPick }: { readonly command: CommandItem; readonly onPick: () => void }): ReactNode => (
  <Command.Item value={`${command.group} ${command.title} ${command.id}`} onSelect={onPick}>
    <span>{command.title}</span>
    {command.keys[0] === undefined ? null : <KeyCaps chord={command.keys[0]} />}
  </Command.Item>
)

const AddressEntry = ({ text, close }: { readonly text: string; readonly close: (then: () => void) => void }): ReactNode => {
  const address = text.startsWith('strata:') ? parseAddress(text) : undefined
  if (address === undefined) return null
  return (
    <Command.Item value={text} onSelect={() => close(() => go(address))}>
      Go to this link
    </Command.Item>
  )
}

/** The id, or the beginning of one, is looked up when it is chosen. */
const CommitEntry = ({ text, close }: { readonly text: string; readonly close: (then: () => void) => void }): ReactNode => {
  if (!/^ctx-[0-9a-f]{4,}$/.test(text)) return null
  return (
    <Command.Item value={text} onSelect={() => close(() => goToCommit(text))}>
      Go to commit <span className="mono palette-title">{text}</span>
    </Command.Item>
  )
}

const goToCommit = (id: string): void => {
  ask('commit.show', { commitId: id }).then(({ commit }) => go(sessionAddress(commit.sessionId, 'chain', commit.commitId)), showFailure)
}
