import './shared-scope.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'shared/router'
import { startTheme } from 'shared/state'
import { App } from './App.tsx'
import { startSessionOfPage } from './session/start.ts'

startTheme()
startSessionOfPage()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
)
