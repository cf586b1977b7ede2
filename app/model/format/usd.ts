/** Dollars: cents from a dollar on, hundredths of a cent below. A smaller amount is not shown as zero. */

const cents = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 2 })
const fine = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** Smallest amount that is shown as a number, dollars. */
const least = 0.0001

/** `$12.34`, `$0.0615`, `<$0.0001` */
export const formatUsd = (usd: number): string =>
  usd > 0 && usd < least ? `<${fine.format(least)}` : (usd >= 1 ? cents : fine).format(usd)
