import type { Registry } from '../../contract/index.ts'
import { REMOTE_BRAND, REMOTE_CONTRACT } from '../../contract/index.ts'
import type { RemoteFederation } from './federation.ts'
import { failureReasonOf, loadRelease, parseRemoteApp, RemoteRefusal } from './load-release.ts'

const Login = () => <h1>Iniciar sesión</h1>
const app = {
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_auth',
  routes: [{ path: '/login', Component: Login }],
  slots: {},
}

const registry: Registry = {
  version: 1,
  remotes: {
    mf_auth: {
      active: '2.0.0',
      fallback: null,
      releases: {
        '2.0.0': { manifest: '/r/mf_auth/2.0.0/mf-manifest.json', integrity: 'sha384-AAAA', shared: '^1.0.0' },
      },
    },
  },
}

const federationWith = (module: unknown, version = '1.2.0') => ({
  sharedVersion: () => version,
  load: jest.fn<Promise<unknown>, Parameters<RemoteFederation['load']>>(async () => module),
})

const refusalOf = (module: unknown): RemoteRefusal => {
  try {
    parseRemoteApp('mf_auth', module)
  } catch (error) {
    if (error instanceof RemoteRefusal) return error
    throw error
  }
  throw new Error('it was accepted')
}

test('parseRemoteApp returns the components of a valid remote unchanged', () => {
  expect(parseRemoteApp('mf_auth', { default: app }).routes[0]?.Component).toBe(Login)
})

test.each<[string, unknown, string]>([
  ['another brand', { default: { ...app, brand: 'somebody-else' } }, `the module is not a ${REMOTE_BRAND}`],
  [
    'another contract',
    { default: { ...app, contract: 2 } },
    `the remote speaks contract 2, the shell ${REMOTE_CONTRACT}`,
  ],
  ['another name', { default: { ...app, name: 'mf_signing' } }, 'asked for mf_auth, and mf_signing answered'],
  [
    'a route without a component',
    { default: { ...app, routes: [{ path: '/login', Component: 'Login' }] } },
    'not a component',
  ],
  ['no default export', {}, 'mf_auth'],
  ['nothing', null, 'mf_auth'],
])('parseRemoteApp refuses a remote with %s', (_name, module, message) => {
  const refusal = refusalOf(module)
  expect(refusal.message).toContain(message)
  expect(failureReasonOf(refusal)).toBe('contract')
})

test('failureReasonOf distinguishes a version conflict from load failures and timeouts', () => {
  const conflict = new Error(
    '[ Federation Runtime ]: Version 19.3.1 from shell of shared singleton module react does not satisfy the requirement of mf_auth which needs ^20.0.0)',
  )
  // Development builds of remotes bring the whole runtime.
  expect(failureReasonOf(conflict)).toBe('version')
  expect(failureReasonOf(new Error('ScriptNetworkError: Failed to load script'))).toBe('load')
  expect(failureReasonOf('?')).toBe('load')
  expect(failureReasonOf(new DOMException('did not arrive within 8000 ms', 'TimeoutError'))).toBe('timeout')
  expect(failureReasonOf(Object.assign(new Error(), { name: 'ChunkLoadError', type: 'timeout' }))).toBe('timeout')
  expect(failureReasonOf(Object.assign(new Error(), { name: 'ChunkLoadError', type: 'missing' }))).toBe('load')
  expect(failureReasonOf({ type: 'timeout' })).toBe('load')
})

test('the loader refuses a release for another version of shared without fetching the release', async () => {
  const federation = federationWith({ default: app }, '2.0.0')
  await expect(loadRelease(federation, registry, 'mf_auth', '2.0.0')).rejects.toMatchObject({
    reason: 'version',
    message: 'mf_auth 2.0.0 needs shared ^1.0.0, the shell has 2.0.0',
  })
  expect(federation.load).not.toHaveBeenCalled()
})

test('the loader loads a release that fits with the data of the registry', async () => {
  const federation = federationWith({ default: app })
  await expect(loadRelease(federation, registry, 'mf_auth', '2.0.0')).resolves.toMatchObject({ name: 'mf_auth' })
  expect(federation.load).toHaveBeenCalledWith('mf_auth', registry.remotes.mf_auth?.releases['2.0.0'])
})

test('the loader refuses a release that the registry does not list', async () => {
  await expect(loadRelease(federationWith({}), registry, 'mf_auth', '9')).rejects.toThrow('lists no release 9')
})
