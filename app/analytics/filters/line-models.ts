/** The rule that gives each line a model, which stands in one place: facts are counted by it, and lists of rows are filtered by it. */
import lineModels from './line-models.sql?raw'

/** Puts the models of lines in their place: a statement says where with `FROM line_models`, over its own told_records. */
export const withLineModels = (sql: string): string => sql.replaceAll('FROM line_models', () => lineModels)
