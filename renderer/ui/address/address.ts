/** Every screen has an address: what it shows, as text that back, forward and “copy link” use. */
import { parseQuery, query, type Query } from './query-text.ts'

/**
 * The addresses of all screens, by name. Each screen adds its own:
 * `declare module '…/ui/address/address.ts' { interface Addresses { readonly files: FilesAddress } }`.
 */
export interface Addresses {
  readonly start: StartAddress
}

/** The window decides whether it starts with the sources or the sessions. */
export interface StartAddress {
  readonly view: 'start'
}

export type Address = Addresses[keyof Addresses]

/** How the address of one screen is written. */
interface AddressForm<A> {
  /** The path after the name of the screen, separated by slashes. */
  readonly path?: (address: A) => readonly string[]
  readonly fields: (address: A) => Query
  /** Undefined when the text is no address of the screen; an address of another screen where that one shows it now. */
  readonly parse: (path: readonly string[], fields: Query) => A | Address | undefined
}

const forms = new Map<string, AddressForm<Address>>()

/** Declares the form of a screen's address, once for the whole window. Returns its name, for the declaration of the screen. */
export const declareAddress = <N extends keyof Addresses>(name: N, form: AddressForm<Addresses[N]>): N => {
  // The form of one screen gets addresses of that screen alone.
  forms.set(name, form as unknown as AddressForm<Address>)
  return name
}

/** Declares an address that has a name and nothing else. */
export const declareBareAddress = <N extends keyof Addresses>(name: N, address: Addresses[N]): N =>
  declareAddress(name, { fields: () => ({}), parse: (path) => (path.length > 0 ? undefined : address) })

/** As text: `/session/1a2b/chain?commit=ctx-00112233`. */
export const formatAddress = (address: Address): string => {
  if (address.view === 'start') return '/'
  const form = forms.get(address.view)
  if (form === undefined) throw new Error(`The screen ${address.view} has not declared its address`)
  const path = [address.view, ...(form.path?.(address) ?? [])]
  return `/${path.map(encodeURIComponent).join('/')}${query(form.fields(address))}`
}

/** `strata://session/ID?tab=…`: as other programs write links. */
const linkStart = 'strata:/'

/** The link to a view, which the system and the palette open. */
export const formatLink = (address: Address): string => `${linkStart}${formatAddress(address)}`

/** A link may name a record behind a `#`. */
const ofLink = (link: string): string => {
  const [place = '', record] = link.replace(/^strata:\/?(?=\/)/, '').split(/#(.*)/s)
  return record === undefined || record === '' ? place : `${place}${place.includes('?') ? '&' : '?'}record=${record}`
}

/** Reads a link, or an address with or without a `#` in front; undefined when it is not that of a screen. */
export const parseAddress = (text: string): Address | undefined => {
  const [path = '', search = ''] = (text.startsWith('strata:') ? ofLink(text) : text.replace(/^#/, '')).split(/\?(.*)/s)
  const [view = '', ...rest] = path.split('/').filter(Boolean)
  if (view === '') return path === '' || path === '/' ? { view: 'start' } : undefined
  const decoded = rest.map(decode)
  const known = decoded.filter((each) => each !== undefined)
  return known.length < decoded.length ? undefined : forms.get(view)?.parse(known, parseQuery(search))
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
