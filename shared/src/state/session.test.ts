/** @jest-environment jsdom */
import type { SessionReply } from '../contract/index.ts'
import { accountsApi } from '../http/accounts.ts'
import { HttpError, sessionApi } from '../http/index.ts'
import { sampleUser as user } from '../testing/samples.ts'
import { confirmPasswordReset, logIn, resetPassword, signUp, updateProfile } from './account.ts'
import { logOut } from './log-out.ts'
import { areTokensExpired, currentSession, displayName, endSession } from './session.ts'
import { startSession } from './start-session.ts'
import { storageKeys } from './storage.ts'

const reply: SessionReply = {
  access_token: 'a1',
  refresh_token: 'r1',
  token_type: 'Bearer',
  expires_in: 900,
  scope: 'read write',
  user,
}
const now = 1_700_000_000

const api = {
  login: jest.spyOn(accountsApi, 'login'),
  register: jest.spyOn(accountsApi, 'register'),
  resetPassword: jest.spyOn(accountsApi, 'resetPassword'),
  confirmPasswordReset: jest.spyOn(accountsApi, 'confirmPasswordReset'),
  updateProfile: jest.spyOn(accountsApi, 'updateProfile'),
  logout: jest.spyOn(sessionApi, 'logout'),
  refresh: jest.spyOn(sessionApi, 'refresh'),
  profile: jest.spyOn(sessionApi, 'profile'),
}

const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)

const stored = () => localStorage.getItem(storageKeys.tokens)
const store = (createdAt: number) => {
  localStorage.setItem(storageKeys.tokens, JSON.stringify({ ...reply, user: undefined, created_at: createdAt }))
  localStorage.setItem(storageKeys.user, JSON.stringify(user))
}

beforeEach(() => {
  jest.useFakeTimers({ now: now * 1000 })
  warn.mockClear()
  for (const call of Object.values(api)) call.mockReset()
  api.profile.mockResolvedValue({ ...user, first_name: 'Ana María' })
  api.login.mockResolvedValue(reply)
  localStorage.clear()
  endSession()
})
afterEach(() => jest.useRealTimers())

test.each([
  [899, false],
  [900, true],
  [901, true],
])('section 9: %i s after created_at, a token of 900 s is expired: %p', (age, expired) => {
  expect(areTokensExpired({ created_at: now, expires_in: 900 }, now + age)).toBe(expired)
})

test('section 4: the login stores tokens with created_at in seconds, then loads the full profile', async () => {
  await logIn({ username: 'ana', password: 'x' })
  expect(JSON.parse(stored() ?? '')).toMatchObject({ access_token: 'a1', created_at: now })
  expect(currentSession()).toMatchObject({ kind: 'authenticated', user: { first_name: 'Ana María' } })
})

test('section 4: a registration opens a session and loads the full profile', async () => {
  api.register.mockResolvedValue(reply)
  const { username, first_name, last_name, email, phone } = user
  const names = { username, first_name, last_name, email, phone }
  await signUp({ ...names, password: 'secreto-1', password_confirmation: 'secreto-1' })
  expect(JSON.parse(stored() ?? '')).toMatchObject({ access_token: 'a1', created_at: now })
  expect(currentSession()).toMatchObject({ kind: 'authenticated', user: { first_name: 'Ana María' } })
})

test('section 4: a password reset stores tokens and user; requesting the code stores nothing', async () => {
  api.resetPassword.mockResolvedValue({ success: true, message: '' })
  await resetPassword(user.email)
  expect(api.resetPassword).toHaveBeenCalledWith('ana@correo.cr')
  expect(currentSession()).toEqual({ kind: 'anonymous' })
  api.confirmPasswordReset.mockResolvedValue(reply)
  const body = { email: user.email, code: '123456', new_password: 'secreto-2', password_confirmation: 'secreto-2' }
  await confirmPasswordReset(body)
  expect(api.confirmPasswordReset).toHaveBeenCalledWith(body)
  expect(currentSession()).toMatchObject({ kind: 'authenticated', user, tokens: { created_at: now } })
  expect(JSON.parse(localStorage.getItem(storageKeys.user) ?? '')).toEqual(user)
  expect(stored()).not.toBeNull()
})

test('section 7: a changed profile is merged into the stored user', async () => {
  await logIn({ username: 'ana', password: 'x' })
  const changed = { ...user, phone: '+506 7', profile: { country: 'Costa Rica', city: '', company: '' } }
  api.updateProfile.mockResolvedValue(changed)
  await updateProfile({ phone: '+506 7' })
  expect(currentSession()).toMatchObject({ user: changed, tokens: { access_token: 'a1' } })
  expect(JSON.parse(localStorage.getItem(storageKeys.user) ?? '')).toEqual(changed)
})

test('section 4: a failed login or password reset leaves the session and the storage unchanged', async () => {
  const refusal = new HttpError('x', { kind: 'network' })
  api.login.mockRejectedValue(refusal)
  api.confirmPasswordReset.mockRejectedValue(refusal)
  await expect(logIn({ username: 'ana', password: 'x' })).rejects.toBe(refusal)
  const body = { email: 'a@b.c', code: '123456', new_password: 'secreto-2', password_confirmation: 'secreto-2' }
  await expect(confirmPasswordReset(body)).rejects.toBe(refusal)
  expect(currentSession()).toEqual({ kind: 'anonymous' })
  expect(stored()).toBeNull()
})

test('section 4: a token that has not expired restores the session and loads the profile again', async () => {
  store(now - 899)
  await startSession({ restore: true })
  expect(api.refresh).not.toHaveBeenCalled()
  expect(currentSession()).toMatchObject({ kind: 'authenticated', user: { first_name: 'Ana María' } })
})

test('section 4: an expired token is refreshed, and the old refresh token stays if the reply has no new one', async () => {
  store(now - 900)
  api.refresh.mockResolvedValue({ access_token: 'a2', token_type: 'Bearer', expires_in: 900, scope: '' })
  await startSession({ restore: true })
  expect(api.refresh).toHaveBeenCalledWith('r1')
  expect(JSON.parse(stored() ?? '')).toMatchObject({ access_token: 'a2', refresh_token: 'r1', created_at: now })
})

test('section 4: a refused refresh clears the session', async () => {
  store(now - 900)
  api.refresh.mockRejectedValue(new HttpError('No autorizado (401)', { kind: 'refused', status: 401, body: {} }))
  await startSession({ restore: true })
  expect(currentSession()).toEqual({ kind: 'anonymous' })
  expect(stored()).toBeNull()
})

test('section 4: under /sign/, the start restores no session and keeps the stored session for other tabs', async () => {
  store(now)
  await startSession({ restore: false })
  expect(currentSession()).toEqual({ kind: 'anonymous' })
  expect(stored()).not.toBeNull()
})

test('section 4: a start with damaged storage is anonymous', async () => {
  localStorage.setItem(storageKeys.tokens, '{"access_token":')
  localStorage.setItem(storageKeys.user, '{}')
  await startSession({ restore: true })
  expect(currentSession()).toEqual({ kind: 'anonymous' })
})

test('section 4: the logout clears local data even when the call fails', async () => {
  await logIn({ username: 'ana', password: 'x' })
  api.logout.mockRejectedValue(new HttpError('x', { kind: 'network' }))
  await logOut()
  expect(api.logout).toHaveBeenCalledWith('a1')
  expect(currentSession()).toEqual({ kind: 'anonymous' })
  expect(stored()).toBeNull()
})

test('section 2: a logout under /sign/ also ends the stored session on the server', async () => {
  store(now)
  await startSession({ restore: false })
  api.logout.mockResolvedValue({ success: true })
  await logOut()
  expect(api.logout).toHaveBeenCalledWith('a1')
  expect(stored()).toBeNull()
})

test('section 8: a profile that does not load is only logged, and the session stays open', async () => {
  api.profile.mockRejectedValue(new HttpError('x', { kind: 'network' }))
  await logIn({ username: 'ana', password: 'x' })
  expect(currentSession()).toMatchObject({ kind: 'authenticated', user: { first_name: 'Ana' } })
  expect(warn).toHaveBeenCalledTimes(1)
})

test.each([
  [{ first_name: 'Ana', username: 'a' }, 'Ana'],
  [{ first_name: '', username: 'a' }, 'a'],
  [{ first_name: '', username: '' }, 'Usuario'],
])('section 2: the display name of %p is %p', (person, name) => {
  expect(displayName(person)).toBe(name)
})
