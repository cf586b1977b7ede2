/** What the search shows, opens and remembers. */
import { expect, test } from 'vitest'
import type { SearchHit, SearchSession } from '../../../../../app/contract/search.ts'
import { parseAddress } from '../../../../../renderer/ui/address/address.ts'
import { searchAddress } from '../../../../../renderer/screens/search/address.ts'
import { projectNamed, projectValue } from '../../../../../app/model/search/edit-search.ts'
import { reasoningQuery } from '../../../../../renderer/screens/search/reasoning-query.ts'
import { searchesIn, withSearch } from '../../../../../renderer/screens/search/recent-searches.ts'
import { foundPieces, kindWords, nextHead, resultRows, soughtText, titleText } from '../../../../../renderer/screens/search/result-rows.ts'

const hit = (fields: Partial<SearchHit>): SearchHit => ({
  recordUuid: null,
  commitId: null,
  sourceId: 'src-1',
  line: 4,
  fileLine: 4,
  block: 0,
  kind: 'response',
  tool: null,
  file: null,
  isError: false,
  occurredAt: null,
  text: '',
  ranges: [],
  hasMoreBefore: false,
  hasMoreAfter: false,
  elsewhere: [],
  missing: [],
  ...fields,
})

const session = (sessionId: string, hits: readonly SearchHit[]): SearchSession => ({
  sessionId,
  title: sessionId,
  project: '',
  lastAt: null,
  isPromptsOnly: false,
  score: 1,
  hits,
})

test('links of earlier versions become filters in the text', () => {
  expect(
    parseAddress('/search?text=the%20test&kinds=tool_call,thinking&project=/home/me/app&session=s1&since=2026-01-01&until=2026-01-31'),
  ).toEqual({
    ...searchAddress,
    text: 'the test kind:call kind:thinking project:"/home/me/app" session:s1 after:2026-01-01 before:2026-02-01',
  })
  expect(parseAddress('/search?reasoning=decision&file=/a.ts')).toEqual({ ...searchAddress, reasoning: 'decision', text: 'file:"/a.ts"' })
})

test('each session is a head with its hits below it, and keys lead from head to head', () => {
  const rows = resultRows([
    session('a', [hit({}), hit({ line: 5 })]),
    session('b', [hit({ sourceId: null, kind: 'title', hasMoreAfter: true })]),
  ])
  expect(rows.map(({ key }) => key)).toEqual(['a', 'a/src-1:4:0', 'a/src-1:5:0', 'b', 'b/title'])
  expect([nextHead(rows, -1, 1), nextHead(rows, 1, 1), nextHead(rows, 3, 1), nextHead(rows, 4, -1)]).toEqual([0, 3, undefined, 3])
})

test('a title is marked in the head of its session, unless it is longer than a hit', () => {
  const title = hit({ sourceId: null, kind: 'title', text: 'a title', ranges: [[2, 7]] })
  const found = session('a', [title, hit({})])
  expect([resultRows([found]).length, titleText(found)]).toEqual([2, title])
  expect(titleText(session('a', []))).toEqual({ text: 'a', ranges: [] })
})

test('a hit says who said it or which tool put it out', () => {
  const words = [hit({ kind: 'thinking' }), hit({ kind: 'output', tool: 'Bash' }), hit({ kind: 'call' }), hit({ kind: 'injected' })].map(
    kindWords,
  )
  expect(words).toEqual(['Thinking', 'Bash output', 'Tool call', 'Injected text'])
})

test('a text is marked where something was found in it', () => {
  const pieces = foundPieces({
    text: 'a shadow branch',
    ranges: [
      [2, 8],
      [9, 15],
    ],
  })
  expect(pieces.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('')).toBe('a [shadow] [branch]')
})

test('the conversation is searched for the first phrase, else for a word that the hit has', () => {
  const text = 'It renames Shadow branches after a rebase'
  const find = (search: string) => soughtText(search, { text, ranges: [[11, 17]] })
  expect(find('rebase "shadow branch"').find).toBe('rebase')
  expect(find('after "a rebase"')).toEqual({ find: 'a rebase', near: 'a rebase' })
  expect(find('shadow kind:response')).toEqual({ find: 'shadow', near: 'Shadow branches after a rebase' })
  expect(find('absent branch').find).toBe('branch')
  expect(find('renamed').find).toBe('renames')
  expect(find('/Sh.dow/').find).toBe('Shadow')
  expect(soughtText('kind:response', { text, ranges: [] }).find).toBeUndefined()
})

test('the last ten searches are kept, and a longer search replaces its beginning', () => {
  expect(withSearch(['sha', 'other'], 'shadow ')).toEqual(['shadow', 'other'])
  expect(withSearch(['other', 'shadow'], 'shadow')).toEqual(['shadow', 'other'])
  expect(withSearch(['other'], ' ')).toEqual(['other'])
  expect(
    withSearch(
      Array.from({ length: 10 }, (_, at) => `search ${at}`),
      'new',
    ),
  ).toHaveLength(10)
  expect([searchesIn('["a",1]'), searchesIn('{'), searchesIn(undefined)]).toEqual([['a'], [], []])
})

test('a project is named by the end of its path, as far as no other has it', () => {
  const projects = ['/home/me/app', '/home/me/other/app', '/home/me/parser']
  expect(projects.map((project) => projectValue(project, projects))).toEqual(['me/app', 'other/app', 'parser'])
  expect([projectNamed('PARSER', projects), projectNamed('app', projects), projectNamed('none', projects)]).toEqual([
    '/home/me/parser',
    undefined,
    undefined,
  ])
})

test('reasoning is restricted by the filters of the text', () => {
  const text = 'cache file:"/a/b.ts" project:parser session:s1 after:2026-01-01'
  expect(reasoningQuery('decision', text, ['/home/me/parser'], 'UTC', 0)).toEqual({
    reasoning: 'decision',
    text: 'cache',
    file: '/a/b.ts',
    project: '/home/me/parser',
    sessionId: 's1',
    since: Date.parse('2026-01-01'),
  })
  expect(reasoningQuery('decision', '', [], 'UTC', 0)).toEqual({ reasoning: 'decision' })
})
