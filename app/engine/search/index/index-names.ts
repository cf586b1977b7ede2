/** Tools, files and months of the index: pieces have the numbers of the first two, passages marks of all. */
import { foldedName } from '../../../model/composed-form.ts'
import type { NameKind, NamesInput, NumberedName } from './index-messages.ts'
import { unpackPieces } from './packed-pieces.ts'
import type { SearchStatements } from './search-statements.ts'

export class IndexNames {
  readonly #sql: SearchStatements
  /** Numbers of the names that were numbered since the index was opened. */
  readonly #numbers: Readonly<Record<NameKind, Map<string, number>>> = { tool: new Map(), file: new Map(), month: new Map() }

  constructor(sql: SearchStatements) {
    this.#sql = sql
  }

  /** A new name gets the next number. @returns 0 without a name */
  numberOf(kind: NameKind, name: string | null): number {
    if (name === null || name === '') return 0
    const numbers = this.#numbers[kind]
    const known = numbers.get(name)
    if (known !== undefined) return known
    const number = this.#sql.one('numberOfName', kind, name)?.number ?? this.#sql.run('addName', kind, name)
    numbers.set(name, number)
    return number
  }

  /** After a failure: numbers that were not written. */
  forget(): void {
    for (const numbers of Object.values(this.#numbers)) numbers.clear()
  }

  find({ kind, values }: NamesInput): readonly NumberedName[] {
    const all = this.#sql.all('names', kind)
    if (values === null) return all
    const wanted = new Set(values)
    const fits = (name: string): boolean => (kind === 'file' ? values.some((value) => name.includes(value)) : wanted.has(name))
    return all.filter(({ name }) => fits(foldedName(name)))
  }

  of(numbers: readonly number[]): readonly NumberedName[] {
    return numbers.flatMap((number) => this.#sql.one('nameOf', number) ?? [])
  }

  /** Removes names that no passage has any more: the sessions that had them were removed. */
  removeUnused(): void {
    const used = new Set<number>()
    for (const { pieces } of this.#sql.all('allPieces')) for (const { tool, file } of unpackPieces(pieces)) used.add(tool).add(file)
    // The name of a month reveals nothing about removed sessions.
    for (const kind of ['tool', 'file'] as const)
      for (const { number } of this.#sql.all('names', kind)) if (!used.has(number)) this.#sql.run('removeName', number)
    this.forget()
  }
}
