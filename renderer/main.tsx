/** Starts the window. */
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { followEngine } from './shell/engine-state.ts'
import { followAppearance } from './ui/appearance.ts'
import { followJobs } from './ui/jobs.ts'
import './ui/theme.css'

followAppearance()
followEngine()
followJobs()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')
createRoot(root).render(<App />)
