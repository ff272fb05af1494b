import { screen } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event'
import { href } from 'shared/contract'
import { Route, Routes } from 'shared/router'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { renderInShell } from 'shared/testing'
import app from '../app.tsx'
import GuestPage from '../guest/GuestPage.tsx'
import type { InvitationReply } from '../guest/session/guest-session.ts'
import { EngineProvider } from '../viewer/engine/engine-context.ts'
import { serveApi } from './fake-api.ts'
import { type FakeEngineOptions, fakeEngine } from './fake-engine.ts'
import { invitationReply } from './guest-sessions.ts'
import { storedField } from './wire.ts'

export const INVITATION_LINK = '/sign/3/contrato?token=abc&fieldId=7'

export interface GuestPageOptions {
  readonly path?: string
  readonly reply?: Partial<InvitationReply>
  readonly answer?: (call: SentCall) => NetworkAnswer | Promise<NetworkAnswer> | undefined
  readonly engine?: FakeEngineOptions
  /** For fake timers. */
  readonly advanceTimers?: (ms: number) => Promise<void>
}

const usual = ({ url }: SentCall, reply: Partial<InvitationReply>): NetworkAnswer | undefined => {
  const ok = (body: unknown): NetworkAnswer => ({ status: 200, body })
  if (url.includes('validate-invitation'))
    return ok(invitationReply({ signature_field: storedField({ page: 2 }), ...reply }))
  if (url.includes('signing-agent')) return ok({ kind: 'simulated' })
  if (url.includes('agent-sessions'))
    return ok({ signature_field: storedField({ id: 99 }), access_token: 'session-token', expires_in: 900 })
  if (url.includes('/seen/')) return ok({ success: true })
  if (url.includes('signature-fields/7')) return ok({ signature_field: storedField() })
  return undefined
}

export const openGuestPage = ({ path = INVITATION_LINK, reply = {}, ...options }: GuestPageOptions = {}) => {
  const calls = serveApi({ answer: (call) => options.answer?.(call) ?? usual(call, reply) })
  const engine = fakeEngine(options.engine)
  renderInShell(
    <EngineProvider value={engine.load}>
      <Routes>
        <Route path={href.home()} element={<p>Inicio de Trazo</p>} />
        {app.routes.map((route) => (
          <Route key={route.path} path={route.path} element={<GuestPage />} />
        ))}
      </Routes>
    </EngineProvider>,
    { path },
  )
  const user: UserEvent = userEvent.setup({
    pointerEventsCheck: PointerEventsCheckLevel.Never,
    ...(options.advanceTimers ? { advanceTimers: options.advanceTimers } : {}),
  })
  return { calls, engine, user }
}

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
export const callsTo = (calls: readonly SentCall[], part: string): readonly SentCall[] =>
  calls.filter(({ url }) => url.includes(part))
