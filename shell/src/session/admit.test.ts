import { mounts } from 'shared/contract'
import { admitToRoute } from './admit.ts'

const describeAdmission = (admission: ReturnType<typeof admitToRoute>) =>
  admission.kind === 'redirect' ? admission.to : admission.kind

test.each([
  ['/login', 'show', '/dashboard'],
  ['/register', 'show', '/'],
  ['/forgot-password', 'show', '/'],
  ['/reset-password', 'show', '/'],
  ['/profile', '/login', 'show'],
  ['/email/:step', 'show', 'show'],
  ['/dashboard', '/login', 'show'],
  ['/document', 'show', 'show'],
  ['/sign/field/:documentId/:documentName/:fieldId', 'show', 'show'],
  ['/sign/:documentId/:documentName', 'show', 'show'],
  ['/verify', 'show', 'show'],
  ['/privacidad', 'show', 'show'],
])('1, section 2, access to %s: anonymous → %s, authenticated → %s', (path, anonymous, authenticated) => {
  const mount = mounts.find((candidate) => candidate.path === path)
  if (!mount) throw new Error(`no mount at ${path}`)
  expect(describeAdmission(admitToRoute(mount.access, 'anonymous', false))).toBe(anonymous)
  expect(describeAdmission(admitToRoute(mount.access, 'authenticated', false))).toBe(authenticated)
  expect(describeAdmission(admitToRoute(mount.access, 'restoring', false))).toBe(
    mount.access.kind === 'everyone' ? 'show' : 'wait',
  )
})

test('the table above covers the whole mount table', () => {
  expect(mounts).toHaveLength(12)
})

test('a page for anonymous people stays open after a login on that page', () => {
  expect(admitToRoute({ kind: 'anonymous', redirect: '/' }, 'authenticated', true)).toEqual({ kind: 'show' })
})

test('a page that needs a session redirects to the login when the session ends', () => {
  expect(admitToRoute({ kind: 'session' }, 'anonymous', true)).toEqual({ kind: 'redirect', to: '/login' })
})
