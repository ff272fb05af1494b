import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { type RemoteHost, RemoteHostProvider } from '../remote/index.ts'
import { Toaster } from '../state/index.ts'
import { provideToasts } from '../state/notifications.ts'
import * as toasts from '../state/toasts.tsx'

// In a test a notification is there at once.
provideToasts(toasts)

export interface ShellOptions {
  /** Address at which the test starts. */
  readonly path?: string
  readonly host?: RemoteHost
}

const namedSlots: RemoteHost = {
  Slot: ({ remote, slot, quiet }) => <div data-boundary={remote}>{quiet ? null : `${remote}:${slot}`}</div>,
  preload: () => undefined,
}

/** Renders a screen of a remote with the real router, store and notifications; slots of others show their name. */
export const renderInShell = (ui: ReactNode, { path = '/', host = namedSlots }: ShellOptions = {}): RenderResult =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <RemoteHostProvider value={host}>
        {ui}
        <Toaster />
      </RemoteHostProvider>
    </MemoryRouter>,
  )
