/** Where a model is asked, with which key, and at which price. */
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { priceTables } from '../kernel/price-tables.ts'
import { findApiKey, type ApiKey } from './find-api-key.ts'
import { modelPrice, type Priced, type Service } from './model-price.ts'

const defaultAddress = 'https://api.anthropic.com'

/** URL.canParse is newer than the oldest Node that runs this. */
const urlOf = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** The address in ANTHROPIC_BASE_URL, else that of the API. @throws StrataError invalid-input */
export const addressIn = (env: EngineContext['env']): URL => {
  const configured = env['ANTHROPIC_BASE_URL']?.trim() ?? ''
  const url = urlOf(configured === '' ? defaultAddress : configured)
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new StrataError('invalid-input', 'ANTHROPIC_BASE_URL does not begin with https:// or http://')
  return url
}

/** An address as the SDK takes it. */
export const baseUrlOf = (address: URL): string => address.href.replace(/\/+$/, '')

/** The configured key; undefined when there is none and none is needed. @throws StrataError key-missing */
export const requiredKey = async ({ store, env }: EngineContext, isNeeded: boolean): Promise<ApiKey | undefined> => {
  const found = await findApiKey(store.dir, env)
  if (found === undefined && isNeeded) throw new StrataError('key-missing', 'No API key is configured; nothing was sent')
  return found
}

export const noPrice = (model: string): string => `no price for ${model}`

interface Priceable {
  readonly model: string
  /** US dollars. */
  readonly maxCostUsd?: number | undefined
  readonly service: Service
}

/** Today's price; undefined when no table has one and no maximum was given. @throws StrataError price-unknown, prices-malformed */
export const requiredPrice = async ({ store }: EngineContext, { model, maxCostUsd, service }: Priceable): Promise<Priced | undefined> => {
  const today = new Date().toISOString().slice(0, 10)
  const priced = modelPrice(model, today, await priceTables(store.dir), service)
  if (maxCostUsd !== undefined && priced === undefined)
    throw new StrataError('price-unknown', `Cannot limit the cost to $${maxCostUsd}: ${noPrice(model)}`, { model })
  return priced
}

/** Who receives what is sent, for people. */
export const receiverOf = (address: URL, key: ApiKey | undefined) => ({
  host: address.host,
  isEncrypted: address.protocol === 'https:',
  keyFrom: key?.from ?? null,
})
