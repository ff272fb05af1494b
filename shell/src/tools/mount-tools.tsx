import { createRoot } from 'react-dom/client'
import { ToolsPanel } from './ToolsPanel.tsx'
import type { Tools } from './tools.ts'

/** Renders into a separate root, which survives crashes. */
export const mountTools = (tools: Tools): void => {
  const place = document.createElement('div')
  place.dataset.tools = ''
  document.body.append(place)
  createRoot(place).render(<ToolsPanel tools={tools} />)
}
