/** Dollars: cents from a dollar on, hundredths of a cent below. A smaller amount is not shown as zero. */

type Digits = 2 | 4
const formats = new Map<Digits, Intl.NumberFormat>()

/** Made when it is first needed: loading the data of `Intl` takes longer than a short command runs. */
const format = (digits: Digits, usd: number): string => {
  const known = formats.get(digits)
  if (known !== undefined) return known.format(usd)
  const options = { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: digits } as const
  formats.set(digits, new Intl.NumberFormat('en', options))
  return format(digits, usd)
}

/** Smallest amount that is shown as a number, dollars. */
const least = 0.0001

/** `$12.34`, `$0.0615`, `<$0.0001` */
export const formatUsd = (usd: number): string => (usd > 0 && usd < least ? `<${format(4, least)}` : format(usd >= 1 ? 2 : 4, usd))

/** Smallest amount that has cents, dollars. */
const leastCents = 0.01

/** In columns, where amounts are compared: `$12.34`, `$0.06`, `<$0.01` */
export const formatCents = (usd: number): string => (usd > 0 && usd < leastCents ? `<${format(2, leastCents)}` : format(2, usd))
