/** A rule that finds secrets. */

/** Where a secret is in a text, in UTF-16 units. */
export interface FoundAt {
  readonly start: number
  readonly end: number
  /** The text that names it: `DB_PASSWORD=`; '' when its own shape is enough. */
  readonly before: string
}

/** A rule is tried only at its hints, and looks at a bounded number of characters there: reading a text takes linear time. */
export interface SecretRule {
  /** The kind of secret, for a reader: `GitHub token`. */
  readonly kind: string
  /** Texts of at least two characters in lower case; the rule is tried wherever one of them is. */
  readonly hints: readonly string[]
  /** `shape`: the secret is known by itself; `place`: by what surrounds it. */
  readonly by: 'shape' | 'place'
  readonly find: (text: string, at: number) => FoundAt | undefined
}
