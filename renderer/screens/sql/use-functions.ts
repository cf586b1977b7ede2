/** Names of the functions that DuckDB knows, for completion. */
import { useEffect, useState } from 'react'
import { ask } from '../../ui/calls/bridge.ts'

const sql = `
  SELECT DISTINCT function_name
  FROM duckdb_functions()
  WHERE function_type IN ('scalar', 'aggregate', 'table', 'macro') AND regexp_matches(function_name, '^[a-z][a-z0-9_]*$')
  ORDER BY function_name`

let known: readonly string[] | undefined

export const useFunctions = (): readonly string[] => {
  const [functions, setFunctions] = useState<readonly string[]>(known ?? [])
  useEffect(() => {
    if (known !== undefined) return
    ask('sql.run', { sql, queryId: `functions-${Date.now()}` }).then(
      ({ rows }) => {
        known = rows.flatMap(([name]) => (typeof name === 'string' ? [name] : []))
        setFunctions(known)
      },
      // Without them there is less to complete.
      () => undefined,
    )
  }, [])
  return functions
}
