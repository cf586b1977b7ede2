/** The first piece of work in the long session: the last good list is kept, and its age is shown. */
import type { Conversation } from '../../support/conversation.ts'
import { boardSource, feedSource } from './scene.ts'

const lastList = `import type { Sailing } from './feed.ts'

const key = 'last-list'

export interface LastList {
  readonly fetchedAt: string
  readonly sailings: readonly Sailing[]
}

export function rememberList(sailings: readonly Sailing[], now: Date): void {
  localStorage.setItem(key, JSON.stringify({ fetchedAt: now.toISOString(), sailings }))
}

/** The last list that came through, or undefined on a board that never had one. */
export function recallList(): LastList | undefined {
  const text = localStorage.getItem(key)
  return text === null ? undefined : (JSON.parse(text) as LastList)
}
`

const connectionLine = `import type { LastList } from './last-list.ts'

export function ConnectionLine({ last, timeZone }: { readonly last: LastList | undefined; readonly timeZone: string }) {
  if (last === undefined) return <footer>No connection, and nothing to show yet.</footer>
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  return <footer>as of {clock.format(new Date(last.fetchedAt))}, no connection</footer>
}
`

export function buildsTheStore(talk: Conversation): void {
  talk
    .thinks('fetchSailings throws on failure. Who catches? Board does not: an unhandled rejection, so the state stays; but on reload it is empty. Put remembering beside fetching, and let Board know the age.')
    .reads('src/feed.ts', feedSource)
    .reads('src/board.tsx', boardSource)
    .agent('`Board` never catches a failing feed, so the old list stays by accident until the next reload. I make that explicit.')
    .writes('src/last-list.ts', lastList)
    .writes('src/connection-line.tsx', connectionLine)
    .edits('src/board.tsx', '  const [departures, setDepartures] = useState<readonly Departure[]>([])', '  const [departures, setDepartures] = useState<readonly Departure[]>([])\n  const [stale, setStale] = useState<LastList>()')
    .edits(
      'src/board.tsx',
      '    const load = () => fetchSailings().then((sailings) => setDepartures(departuresOn(new Date(), sailings)))\n    load()',
      `    const show = (sailings: readonly Sailing[]) => setDepartures(departuresOn(new Date(), sailings))
    const load = async () => {
      try {
        const sailings = await fetchSailings()
        rememberList(sailings, new Date())
        setStale(undefined)
        show(sailings)
      } catch {
        const last = recallList()
        setStale(last)
        show(last?.sailings ?? [])
      }
    }
    void load()`,
    )
    .edits('src/board.tsx', "import { fetchSailings } from './feed.ts'", "import { ConnectionLine } from './connection-line.tsx'\nimport { fetchSailings, type Sailing } from './feed.ts'\nimport { recallList, rememberList, type LastList } from './last-list.ts'")
    .runs('npx tsc --noEmit && npx vitest run', 'Exit code 2\nsrc/board.tsx(31,5): error TS17004: Cannot use JSX unless the --jsx flag is provided.', { error: true, after: 7_200 })
    .thinks('The tsconfig of the tests lacks jsx. It passes in the build. Use the project file.')
    .runs('npx tsc -b --noEmit && npx vitest run', ' Test Files  6 passed (6)\n      Tests  29 passed (29)', { after: 9_800 })
    .agent(`Both are in:

- \`last-list.ts\` keeps the list and the time it came in
- \`connection-line.tsx\` says *as of 14:02, no connection*
- \`board.tsx\` catches the failure and falls back

The check has to be \`tsc -b\`; plain \`tsc\` takes the wrong settings and complains about JSX.`)
}
