import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { type RemoteHost, RemoteHostProvider } from '../remote/index.ts'
import { Toaster } from '../state/index.ts'
import { provideToasts } from '../state/notifications.ts'
import * as toasts from '../state/toasts.tsx'

// Shows notifications without loading a chunk.
provideToasts(toasts)

interface ShellOptions {
  readonly path?: string
  readonly host?: RemoteHost
}

const namedSlots: RemoteHost = {
  Slot: ({ remote, slot, quiet }) => <div data-boundary={remote}>{quiet ? null : `${remote}:${slot}`}</div>,
  preload: () => undefined,
}

/** Real router, store and notifications. Slots show their name. */
export const renderInShell = (ui: ReactNode, { path = '/', host = namedSlots }: ShellOptions = {}): RenderResult =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <RemoteHostProvider value={host}>
        {ui}
        <Toaster />
      </RemoteHostProvider>
    </MemoryRouter>,
  )
