/** What a reply costs stands in one place, for questions and for facts. */
import pricedReplies from './priced-replies.sql?raw'

/** Puts the priced replies in their place: a statement says where with `FROM priced_replies`, over its own told_replies. */
export const withPrices = (sql: string): string => sql.replace('FROM priced_replies', () => pricedReplies)
