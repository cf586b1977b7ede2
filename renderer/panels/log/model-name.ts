/** Model names without what every one of them has. */

/** `claude-sonnet-4-5-20250929` → `sonnet-4-5`. */
export const modelName = (model: string): string => model.replace(/^claude-/, '').replace(/-\d{8}$/, '')
