/** The tables that follow from others: each is one entry, made before an answer that reads it, and when nothing else is to do. */
import { tablesRead } from '../../store/tables/tables-read.ts'
import { AnswerCache } from '../kernel/answer-cache.ts'
import type { DerivedName, EngineContext } from '../kernel/engine-context.ts'
import type { Jobs } from '../kernel/jobs.ts'
import { DerivedTable } from './derived-table.ts'
import type { Derived, Given, Part } from './derived.ts'

type Context = Pick<EngineContext, 'store'>

/** A derived table with any kind of parts. */
export type AnyTable = Pick<
  DerivedTable<Part, Given>,
  'tables' | 'after' | 'schedule' | 'ensure' | 'ensureShort' | 'isMade' | 'forget' | 'stop' | 'close'
>

type Entries = Readonly<Record<DerivedName, AnyTable>>

export class DerivedTables {
  /** Values that are computed from the tables and do not change until they are written. */
  readonly known = new AnswerCache()
  readonly #context: Context
  readonly #entries: Entries
  /** Work that nothing waits for: one table after the other. */
  #idle: Promise<unknown> = Promise.resolve()

  /** @param entries in the order in which they are made */
  constructor(
    context: Context,
    jobs: Jobs,
    entries: (table: <P extends Part, G extends Given>(derived: Derived<P, G>) => AnyTable) => Entries,
  ) {
    this.#context = context
    this.#entries = entries((derived) => new DerivedTable(derived, context, jobs, (work) => this.#inIdleTurn(work)))
  }

  get #names(): readonly DerivedName[] {
    return Object.keys(this.#entries) as DerivedName[]
  }

  get #all(): readonly AnyTable[] {
    return Object.values(this.#entries)
  }

  /** As DerivedTable.ensure; what it is made from is made before it. */
  async ensure(name: DerivedName, sessions?: () => Promise<readonly string[]>): Promise<number> {
    const entry = this.#entries[name]
    for (const first of entry.after) await this.ensure(first, sessions)
    return entry.ensure(sessions)
  }

  /** As DerivedTable.ensureShort. */
  ensureShort(name: DerivedName, maxSize: number): Promise<void> {
    return this.#entries[name].ensureShort(maxSize)
  }

  isMade(name: DerivedName): Promise<boolean> {
    return this.#entries[name].isMade()
  }

  /** Makes those of these tables that are derived; null: all that have tables. @throws StrataError cancelled, prices-malformed, artifact-corrupt, disk-full */
  async ensureTables(tables: ReadonlySet<string> | null): Promise<void> {
    for (const name of this.#names) {
      const own = this.#entries[name].tables
      if (own.some((table) => tables === null || tables.has(table))) await this.ensure(name)
    }
  }

  /** Makes what a statement of a user reads. @throws StrataError cancelled, prices-malformed, artifact-corrupt, disk-full */
  async ensureFor(sql: string): Promise<void> {
    await this.ensureTables(await tablesRead(this.#context.store.database, sql))
  }

  /** The tables in which rows may be missing. @throws StrataError prices-malformed */
  async tablesToMake(): Promise<ReadonlySet<string>> {
    const tables = new Set<string>()
    for (const entry of this.#all)
      if (entry.tables.length > 0 && !(await entry.isMade())) for (const table of entry.tables) tables.add(table)
    return tables
  }

  /** Rows of these sessions changed; none are named: anything may have. */
  later(sessions: readonly string[]): void {
    for (const { schedule } of this.#all) schedule?.plan(sessions.length === 0 ? null : sessions)
  }

  /** Deletes what is left of removed sessions. @throws StrataError disk-full */
  async forget(): Promise<void> {
    for (const entry of this.#all) await entry.forget()
  }

  /** Stops making them; resolves when none is being made. */
  async stop(): Promise<void> {
    await Promise.all(this.#all.map((entry) => entry.stop()))
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((entry) => entry.close()))
  }

  #inIdleTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#idle.then(work)
    this.#idle = done.catch(() => undefined)
    return done
  }
}
