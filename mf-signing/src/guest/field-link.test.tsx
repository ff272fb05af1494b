import { act, screen, waitFor } from '@testing-library/react'
import { endSession, storageKeys } from 'shared/state'
import { callsTo, openGuestPage } from '../testing/open-guest-page.tsx'
import { stubDom } from '../testing/stub-dom.ts'

stubDom()
beforeEach(() => localStorage.clear())
afterEach(() => act(() => endSession()))

/** Seconds since the epoch. */
const store = (created_at: number): void => {
  const tokens = { access_token: 'owner-token', refresh_token: 'r', token_type: 'Bearer', expires_in: 900, scope: '' }
  localStorage.setItem(storageKeys.tokens, JSON.stringify({ ...tokens, created_at }))
}
const now = () => Math.floor(Date.now() / 1000)

const tokenOfFieldCall = async (): Promise<string | undefined> => {
  const { calls } = openGuestPage({ path: '/sign/field/3/contrato/7' })
  await screen.findByText('Página 1 de 3')
  await waitFor(() => expect(callsTo(calls, 'signature-fields/7')).toHaveLength(1))
  return callsTo(calls, 'signature-fields/7')[0]?.token
}

test('section 6: a field link loads its field with the stored session', async () => {
  store(now())
  expect(await tokenOfFieldCall()).toBe('owner-token')
  expect(localStorage.getItem(storageKeys.tokens)).not.toBeNull()
})

test('the page does not send an expired session and keeps it stored', async () => {
  store(now() - 900)
  expect(await tokenOfFieldCall()).toBeUndefined()
  expect(localStorage.getItem(storageKeys.tokens)).not.toBeNull()
})

test('a link without a field sends no request with the stored session', async () => {
  store(now())
  const { calls } = openGuestPage({ path: '/sign/3/contrato' })
  await screen.findByText('Página 1 de 3')
  expect(calls.map(({ token }) => token)).not.toContain('owner-token')
})
