/** How pictures look: colours of the theme, small type. */
export const tick = { fill: 'var(--text-3)', fontSize: 11 } as const
export const axisLine = 'var(--line-strong)'
export const tipStyle = { background: 'var(--raised)', border: '1px solid var(--line)', borderRadius: 6, fontSize: 12 } as const
/** A series' own colour may be too near to that of the tip to be read. */
export const tipItemStyle = { color: 'var(--text)' } as const

const colours = ['var(--lane-0)', 'var(--lane-1)', 'var(--lane-2)', 'var(--lane-3)'] as const

export const colourOf = (at: number): string => colours[at % colours.length] ?? colours[0]

/** The name of an axis. */
export const axisLabel = { fill: 'var(--text-2)', fontSize: 11 } as const
