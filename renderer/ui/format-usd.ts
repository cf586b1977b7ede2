/** Dollars: cents from a dollar on, hundredths of a cent below. */

const cents = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 2 })
const fine = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** `$12.34`, `$0.0615` */
export const formatUsd = (usd: number): string => (usd >= 1 ? cents : fine).format(usd)
