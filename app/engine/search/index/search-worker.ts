/** Worker thread: the search index. Building it and asking it never block who asked for something else. */
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { systemCode } from '../../../model/failure.ts'
import type { FromIndex, IndexCallName, IndexCalls, IndexThreadData, ToIndex } from './index-messages.ts'
import { removeSearchFiles, SearchDatabase } from './search-database.ts'

const port = parentPort
if (port === null) throw new Error('runs as a worker thread only')

const { path, isReader, isInBackground } = workerData as IndexThreadData
// On Linux each thread has its own priority; elsewhere the whole program would get this one.
if (isInBackground && process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
let database = isReader ? SearchDatabase.openBeside(path) : SearchDatabase.open(path)

/** An empty index takes its place. */
const clear = (): void => {
  database.close()
  removeSearchFiles(path)
  database = SearchDatabase.open(path)
}

type Answers = { readonly [N in IndexCallName]: (input: IndexCalls[N][0]) => IndexCalls[N][1] }

const answers: Answers = {
  indexed: (sessions) => database.indexed(sessions),
  begin: (at) => database.begin(at),
  add: (commits) => database.add(commits),
  flush: () => database.flush(),
  remove: (commitIds) => database.remove(commitIds),
  titles: (titles) => database.titles(titles),
  match: (input) => database.questions.match(input),
  recent: (input) => database.questions.recent(input),
  names: (input) => database.names.find(input),
  namesOf: (numbers) => database.names.of(numbers),
  turns: (input) => database.questions.turns(input),
  fullTurns: (input) => database.questions.fullTurns(input),
  matching: (input) => database.questions.matching(input),
  possible: (input) => database.questions.possible(input),
  frequencies: (bags) => database.questions.frequencies(bags),
  unread: () => database.unread(),
  size: () => database.size(),
  mark: () => database.mark(),
  setMark: (mark) => database.setMark(mark),
  compact: () => database.compact(),
  clear,
  settle: () => database.settle(),
  check: () => database.check(),
  close: () => (isReader ? database.closeBeside() : database.close()),
}

const answer = ({ id, name, input }: ToIndex): FromIndex => {
  try {
    return { id, value: (answers[name] as (input: unknown) => unknown)(input) }
  } catch (thrown) {
    return { id, failure: { message: thrown instanceof Error ? thrown.message : String(thrown), code: systemCode(thrown) } }
  }
}

/** Without a question for so long, milliseconds, what was written is sealed. */
const quietMs = 5000

let settling: NodeJS.Timeout | undefined
const settleLater = (): void => {
  clearTimeout(settling)
  settling = setTimeout(() => {
    // A file that cannot be sealed now is sealed when it is closed, or made again.
    if (answered !== 'close') answer({ id: 0, name: 'settle', input: undefined })
  }, quietMs).unref()
}

let answered: IndexCallName | undefined
port.on('message', (message: ToIndex) => {
  port.postMessage(answer(message))
  answered = message.name
  if (!isReader) settleLater()
})
