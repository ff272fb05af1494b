import { act, renderHook, waitFor } from '@testing-library/react'
import { endSession, storageKeys } from 'shared/state'
import { settle } from 'shared/testing'
import { serveApi } from '../../testing/fake-api.ts'
import { invitationReply } from '../../testing/guest-sessions.ts'
import { callsTo } from '../../testing/open-guest-page.tsx'
import { type GuestSession, invitedSession, linkSession } from '../session/guest-session.ts'
import { useGuestSaved } from './use-guest-saved.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  jest.useRealTimers()
  act(() => endSession())
})

const invited = invitedSession(invitationReply(), 'abc')
const publicLink = linkSession({
  kind: 'valid',
  documentId: 3,
  documentName: 'Contrato.pdf',
  token: undefined,
  fieldId: undefined,
})

const storeSession = (email: string) => {
  const tokens = { access_token: 'stored', refresh_token: 'r', token_type: 'Bearer', expires_in: 900, scope: '' }
  const created_at = Math.floor(Date.now() / 1000)
  localStorage.setItem(storageKeys.tokens, JSON.stringify({ ...tokens, created_at }))
  const profile = { country: '', city: '', company: '' }
  const user = { id: 1, username: 'ana', first_name: 'Ana', last_name: 'Mora', email, phone: '', profile }
  localStorage.setItem(storageKeys.user, JSON.stringify(user))
}

const open = (guest: GuestSession) => {
  const calls = serveApi({})
  return { calls, ...renderHook(() => useGuestSaved(guest)) }
}

test('an invited guest with a session gets the saved signatures of the account', async () => {
  storeSession('ANA@example.com')
  const { calls, result } = open(invited)
  await waitFor(() => expect(result.current).toMatchObject({ signatures: [], most: 5 }))
  expect(callsTo(calls, 'saved-signatures')[0]?.token).toBe('stored')
})

test.each([
  ["another person's session", invited, 'luis@example.com'],
  ['no session', invited, undefined],
  ['a public link', publicLink, 'ana@example.com'],
] as const)('%s: the page requests and offers no saved signatures', async (_what, guest, email) => {
  jest.useFakeTimers()
  if (email !== undefined) storeSession(email)
  const { calls, result } = open(guest)
  await settle()
  expect(result.current).toBeUndefined()
  expect(calls).toEqual([])
})
