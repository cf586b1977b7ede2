/** Starts the window. */
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadLateParts } from './screens/screen.ts'
import { followLocation } from './ui/address/location.ts'
import { followEngine } from './ui/calls/engine-state.ts'
import { followAppearance } from './ui/layout/appearance.ts'
import { followJobs } from './ui/jobs/jobs.ts'
import { followWatching } from './ui/jobs/watching.ts'
import './ui/layout/theme.css'
import './ui/layout/layout.css'
import './ui/forms/field.css'
import './ui/layout/button.css'

followLocation()
followAppearance()
followEngine()
followJobs()
followWatching()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')
createRoot(root).render(<App />)

/** By then the first screen has its rows. A part that cannot be loaded is reported when it is shown. */
const restMs = 1500
setTimeout(() => requestIdleCallback(() => void loadLateParts().catch(() => undefined)), restMs)
