import './shared-scope.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { configureHost } from 'shared/http'
import { BrowserRouter } from 'shared/router'
import { startTheme } from 'shared/state'
import { App } from './App.tsx'
import { apiHostOf } from './api-host.ts'
import { StartRegistryProvider } from './registry/StartRegistry.tsx'
import { startSessionOfPage } from './session/start.ts'
import { startTools } from './tools/start-tools.ts'

configureHost(apiHostOf(document))
startTheme()
void startTools()
startSessionOfPage()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <StartRegistryProvider>
        <App />
      </StartRegistryProvider>
    </BrowserRouter>
  </StrictMode>,
)
