/** Builds the context of an agent from the messages of a history by a context strategy. */
import type { ContextStrategy, Priority, StrategySource } from './context-strategy.ts'
import { chosen, messagesOf, shortRecordName, type Ledger, type LedgerMessage } from './ledger-message.ts'
import {
  defaultMaxChars,
  estimateTokensFromChars,
  selectPacks,
  type ChosenPack,
  type PackBudget,
  type Selection,
  type SizedPack,
} from './select-packs.ts'

/** The sections of a context beside its sources, in the order in which they are shown; undefined: it has none. */
export interface ContextSections {
  readonly header: string
  readonly instructions?: string | undefined
  readonly outputSchema?: string | undefined
  /** What a validator need not check again. */
  readonly skipHints?: string | undefined
  /** Always at the end. */
  readonly trigger: string
}

const sectionNames = ['header', 'instructions', 'output_schema', 'sources', 'skip_hints', 'trigger'] as const
type SectionName = (typeof sectionNames)[number]

interface TextPack {
  readonly section: SectionName
  readonly name: string
  readonly priority: Priority
  readonly full: string
  /** Undefined: it has no compact form. */
  readonly compact: string | undefined
}

export interface PackMetric extends ChosenPack {
  readonly section: SectionName
}

export interface ContextMetrics {
  readonly chars: number
  /** Estimated. */
  readonly tokens: number
  readonly maxTokens: number
  readonly maxChars: number
  /** The required packs alone exceed the budget. */
  readonly isOver: boolean
  readonly sections: readonly { readonly section: SectionName; readonly chars: number; readonly tokens: number }[]
  readonly packs: readonly PackMetric[]
  readonly compacted: readonly string[]
  readonly dropped: readonly string[]
  readonly truncated: readonly string[]
}

export interface PackedContext {
  readonly text: string
  readonly metrics: ContextMetrics
}

/** Between packs, and counted with the pack before it. */
const separator = '\n\n'
export const truncationMark = '\n[truncated]'

const timeOf = ({ at }: LedgerMessage): string => (at === null ? '' : ` ${new Date(at).toISOString()}`)

const citeOf = ({ place }: LedgerMessage): string => (place === null ? '' : ` [${shortRecordName(place)}]`)

const messageText = (message: LedgerMessage, text: string): string => `${message.sender}${timeOf(message)}${citeOf(message)}\n${text}`

const sourceText = (topic: string, texts: readonly string[]): string => [`## ${topic}`, ...texts].join('\n\n')

/** @returns undefined when the history has no message for the source */
const sourcePack = (ledger: Ledger, source: StrategySource): TextPack | undefined => {
  const { topic, strategy, amount, compactStrategy, compactAmount, priority } = source
  const all = messagesOf(ledger, source)
  const full = chosen(all, strategy, amount)
  if (full.length === 0) return undefined
  const compact = chosen(all, compactStrategy, compactAmount)
  return {
    section: 'sources',
    name: topic,
    priority,
    full: sourceText(
      topic,
      full.map((message) => messageText(message, message.text)),
    ),
    compact: sourceText(
      topic,
      compact.map((message) => messageText(message, message.compact ?? message.text)),
    ),
  }
}

const requiredPack = (section: SectionName, text: string | undefined): readonly TextPack[] =>
  text === undefined || text === '' ? [] : [{ section, name: section, priority: 'required', full: text, compact: undefined }]

const sized = (pack: TextPack, isLast: boolean): SizedPack => {
  const added = isLast ? 0 : separator.length
  return {
    name: pack.name,
    priority: pack.priority,
    chars: pack.full.length + added,
    compactChars: pack.compact === undefined ? null : pack.compact.length + added,
  }
}

/** Does not end within a pair of surrogates. */
const cut = (text: string, length: number): string => {
  const end = Math.max(0, length)
  const last = text.charCodeAt(end - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end)
}

/** @param chars characters that the pack may keep, with its separator */
const truncated = (text: string, chars: number, added: number): string => {
  const room = Math.max(0, chars - added)
  return room <= truncationMark.length ? cut(text, room) : `${cut(text, room - truncationMark.length)}${truncationMark}`
}

const shownText = (pack: TextPack, { form, chars }: ChosenPack, isLast: boolean): string | undefined => {
  switch (form) {
    case 'full':
      return pack.full
    case 'compact':
      return pack.compact ?? pack.full
    case 'truncated':
      return truncated(
        pack.full.length > (pack.compact ?? pack.full).length ? (pack.compact ?? pack.full) : pack.full,
        chars,
        isLast ? 0 : separator.length,
      )
    case 'left_out':
      return undefined
  }
}

const metricsOf = (
  packs: readonly TextPack[],
  { packs: forms, chars, tokens, isOver }: Selection,
  { maxTokens, maxChars, tokensOf }: PackBudget,
  missing: readonly PackMetric[],
): ContextMetrics => {
  const metrics = forms.map((form, at): PackMetric => ({ ...form, section: packs[at]?.section ?? 'sources' }))
  const sections = sectionNames.flatMap((section) => {
    const own = metrics.filter((pack) => pack.section === section && pack.form !== 'left_out')
    const sum = own.reduce((total, pack) => total + pack.chars, 0)
    return own.length === 0 ? [] : [{ section, chars: sum, tokens: own.reduce((total, pack) => total + tokensOf(pack.chars), 0) }]
  })
  const named = (form: ChosenPack['form']): readonly string[] => metrics.flatMap((pack) => (pack.form === form ? [pack.name] : []))
  return {
    chars,
    tokens,
    maxTokens,
    maxChars,
    isOver,
    sections,
    packs: [...metrics, ...missing],
    compacted: named('compact'),
    dropped: named('left_out'),
    truncated: named('truncated'),
  }
}

const noMessage = ({ topic, priority, sender, since }: StrategySource): PackMetric => {
  const of = [...(sender === undefined ? [] : [` from ${sender}`]), ...(since === undefined ? [] : [` since ${since}`])].join('')
  return { section: 'sources', name: topic, priority, form: 'left_out', chars: 0, tokens: 0, why: `no message${of}` }
}

/** Deterministic; the trigger is last, and everything else in the order of the sections and of the strategy. */
export const packContext = (
  ledger: Ledger,
  strategy: ContextStrategy,
  sections: ContextSections,
  maxChars: number = defaultMaxChars,
): PackedContext => {
  const sources = strategy.sources.map((source) => ({ source, pack: sourcePack(ledger, source) }))
  const packs: readonly TextPack[] = [
    ...requiredPack('header', sections.header),
    ...requiredPack('instructions', sections.instructions),
    ...requiredPack('output_schema', sections.outputSchema),
    ...sources.flatMap(({ pack }) => pack ?? []),
    ...requiredPack('skip_hints', sections.skipHints),
    ...requiredPack('trigger', sections.trigger),
  ]
  const budget = { maxTokens: strategy.maxTokens, maxChars, tokensOf: estimateTokensFromChars }
  const isLast = (at: number): boolean => at === packs.length - 1
  const selection = selectPacks(
    packs.map((pack, at) => sized(pack, isLast(at))),
    budget,
  )
  const texts = packs.flatMap((pack, at) => {
    const form = selection.packs[at]
    return (form === undefined ? undefined : shownText(pack, form, isLast(at))) ?? []
  })
  const missing = sources.flatMap(({ source, pack }) => (pack === undefined ? [noMessage(source)] : []))
  return { text: texts.join(separator), metrics: metricsOf(packs, selection, budget, missing) }
}
