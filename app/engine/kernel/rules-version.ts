/** The version of the rules by which records are classified and sessions are cut. */

/** Version of the rules that derive rows from transcripts: raise it whenever the same bytes would give other rows, and tables are rebuilt. */
export const rulesVersion = '49'
