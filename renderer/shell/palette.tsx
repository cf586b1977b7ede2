/** Everything that can be done or gone to, by typing a few letters of it. */
import { Command } from 'cmdk'
import { useRef, useState, type ReactNode } from 'react'
import { askedHistory } from '../screens/reasoning/address.ts'
import { searchAddress } from '../screens/search/address.ts'
import { sessionAddress } from '../screens/session/address.ts'
import { sessionsAddress } from '../screens/sessions/address.ts'
import { parseAddress } from '../ui/address/address.ts'
import { ask } from '../ui/calls/bridge.ts'
import { KeyCaps } from '../ui/commands/key-caps.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { PathText } from '../ui/layout/path-text.tsx'
import { showFailure } from '../ui/layout/notice.ts'
import { go } from '../ui/address/location.ts'
import { activeCommands, type Command as CommandItem } from '../ui/commands/commands.ts'
import { groupCommands } from './keys-panel.tsx'
import { rankEntries, type PaletteEntry } from './palette-entries.ts'
import { useFinds } from './palette-finds.ts'
import { usePlaces } from './palette-places.ts'

type Close = (then: () => void) => void

/** Maximum number of drawn entries: beyond this, more letters help more than scrolling. */
const maxShown = 60

export const Palette = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string>()
  /** The first entry stays chosen while entries arrive, until a key or the pointer moves. */
  const hasMoved = useRef(false)
  const note = (): void => {
    hasMoved.current = true
  }
  const [commands] = useState(() => activeCommands().filter((command) => command.id !== 'palette'))
  const close: Close = (then) => {
    onClose()
    // The dialog gives the focus back first; then the command may take it.
    setTimeout(then)
  }
  const wanted = text.trim()
  const finds = useFinds(wanted, close)
  const places = usePlaces(close)
  const all = [...linkEntries(wanted, close), ...commandEntries(commands, close), ...places, ...finds]
  const found = wanted === '' ? undefined : rankEntries(all, wanted).slice(0, maxShown)
  const first = wanted === '' ? (finds[0]?.id ?? firstCommand(commands)) : (found?.[0]?.id ?? `filter ${wanted}`)
  const type = (typed: string): void => {
    setText(typed)
    hasMoved.current = false
    setChosen(undefined)
  }
  return (
    <Panel label="Command palette" onClose={onClose}>
      <Command
        className="palette"
        label="Command palette"
        loop
        shouldFilter={false}
        value={chosen ?? first}
        onValueChange={(value) => {
          if (hasMoved.current) setChosen(value)
        }}
        onKeyDownCapture={note}
        onPointerMoveCapture={note}
      >
        <Command.Input
          className="palette-input"
          placeholder="Find sessions, files, commits, boards, questions, settings and commands"
          value={text}
          onValueChange={type}
        />
        <Command.List className="palette-list">
          {found === undefined ? (
            <Groups finds={finds} commands={commands} close={close} />
          ) : (
            found.map((entry) => <Entry key={entry.id} entry={entry} />)
          )}
          {found?.length === 0 ? <p className="palette-empty">No matches. Try fewer words.</p> : null}
          <Searches text={wanted} close={close} />
        </Command.List>
      </Command>
    </Panel>
  )
}

interface GroupsProps {
  readonly finds: readonly PaletteEntry[]
  readonly commands: readonly CommandItem[]
  readonly close: Close
}

/** Before anything is typed: the newest sessions, and the commands in their groups. */
const Groups = ({ finds, commands, close }: GroupsProps): ReactNode => (
  <>
    {finds.length === 0 ? null : (
      <Command.Group heading="Newest sessions">
        {finds.map((entry) => (
          <Entry key={entry.id} entry={entry} isPlain />
        ))}
      </Command.Group>
    )}
    {groupCommands(commands).map(([group, members]) => (
      <Command.Group key={group} heading={group}>
        {commandEntries(members, close).map((entry) => (
          <Entry key={entry.id} entry={entry} isPlain />
        ))}
      </Command.Group>
    ))}
  </>
)

const Entry = ({ entry, isPlain = false }: { readonly entry: PaletteEntry; readonly isPlain?: boolean }): ReactNode => (
  <Command.Item value={entry.id} onSelect={entry.run}>
    {isPlain ? null : <span className="palette-kind">{entry.kind}</span>}
    <span className="palette-title">{entry.isPath === true ? <PathText path={entry.title} /> : entry.title}</span>
    {entry.aside === undefined ? null : <span className="palette-aside">{entry.aside}</span>}
    {entry.chord === undefined ? null : <KeyCaps chord={entry.chord} />}
  </Command.Item>
)

const firstCommand = (commands: readonly CommandItem[]): string => {
  const [group] = groupCommands(commands)
  return `command ${group?.[1][0]?.id ?? ''}`
}

const commandEntries = (commands: readonly CommandItem[], close: Close): readonly PaletteEntry[] =>
  commands.map(({ id, title, group, keys, run }) => ({
    id: `command ${id}`,
    kind: id.startsWith('screen.') ? 'Screen' : 'Command',
    title,
    words: `${group} ${id}`,
    chord: keys[0],
    run: () => close(run),
  }))

const commitShape = /^ctx-[0-9a-f]{4,}$/

/** A link or the id of a commit, or the beginning of one, which is looked up when it is chosen. */
const linkEntries = (text: string, close: Close): readonly PaletteEntry[] => {
  const address = text.startsWith('strata:') ? parseAddress(text) : undefined
  if (address !== undefined)
    return [{ id: `link ${text}`, kind: 'Link', title: 'Go to this link', isFound: true, words: text, run: () => close(() => go(address)) }]
  if (!commitShape.test(text)) return []
  return [{ id: `go ${text}`, kind: 'Link', title: `Go to commit ${text}`, run: () => close(() => goToCommit(text)) }]
}

const goToCommit = (id: string): void => {
  ask('commit.show', { commitId: id }).then(({ commit }) => go(sessionAddress(commit.sessionId, 'chain', commit.commitId)), showFailure)
}

const Searches = ({ text, close }: { readonly text: string; readonly close: Close }): ReactNode => (
  <>
    {text === '' ? null : (
      <>
        <Command.Item value={`filter ${text}`} onSelect={() => close(() => go({ ...sessionsAddress, text }))}>
          Filter sessions by “{text}”
        </Command.Item>
        <Command.Item value={`search ${text}`} onSelect={() => close(() => go({ ...searchAddress, text }))}>
          Search all conversations for “{text}”
        </Command.Item>
        <Command.Item value={`ask ${text}`} onSelect={() => close(() => go(askedHistory(text)))}>
          Ask the history: “{text}”
        </Command.Item>
      </>
    )}
  </>
)
