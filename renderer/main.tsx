/** Starts the window. */
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { followEngine } from './shell/engine-state.ts'
import { followAppearance } from './ui/appearance.ts'
import { followJobs } from './ui/jobs.ts'
import { followWatching } from './ui/watching.ts'
import './ui/theme.css'
import './ui/layout.css'
import './ui/field.css'
import './ui/button.css'

followAppearance()
followEngine()
followJobs()
followWatching()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')
createRoot(root).render(<App />)
