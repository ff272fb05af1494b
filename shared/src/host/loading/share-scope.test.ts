import { createInstance } from '@module-federation/enhanced/runtime'
import { appOf } from './container.ts'
import { copyScope, type ShareScope } from './share-scope.ts'

const RANGE = { singleton: true, strictVersion: true, requiredVersion: '^19.0.0' }

const instanceOf = (name: string, what: string, version = '19.3.1') =>
  createInstance({
    name,
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: { react: { version, get: async () => () => what, shareConfig: RANGE } },
  })

const runtimeOf = (name: string, change: (scope: ShareScope) => void = () => undefined, shared = {}) => {
  const instance = createInstance({ name, remotes: [], shareStrategy: 'loaded-first', shared })
  const init = (scope: ShareScope): void => {
    instance.initShareScopeMap('default', scope)
    instance.initializeSharing('default')
    change(scope)
  }
  const react = async (): Promise<unknown> => {
    const [provider] = Object.values(instance.shareScopeMap.default?.react ?? {})
    const factory = await provider?.get()
    return typeof factory === 'function' ? factory() : undefined
  }
  return { init, get: async () => () => react }
}

const shellScope = (): ShareScope => {
  const shell = instanceOf('shell', 'the shell’s')
  shell.initializeSharing('default')
  return copyScope(shell.shareScopeMap.default ?? {})
}

const reactOf = async (remote: ReturnType<typeof runtimeOf>, scope: ShareScope, mayReplace = false) => {
  const react = await appOf(remote, scope, mayReplace)
  return typeof react === 'function' ? react() : undefined
}

const evil = async () => () => 'evil'
type Change = (scope: ShareScope) => void
const attacks: readonly [string, Change][] = [
  ['puts its provider in place', ({ react }) => Object.assign(react?.['19.3.1'] ?? {}, { get: evil })],
  ['adds a newer version', ({ react = {} }) => Object.assign(react, { '19.9.9': { ...react['19.3.1'], get: evil } })],
  ['removes the shell’s', ({ react = {} }) => void Reflect.deleteProperty(react, '19.3.1')],
  ['takes the whole module', (scope) => void Reflect.deleteProperty(scope, 'react')],
]

test.each(attacks)(
  'a container that %s is refused, and the next container gets the shell’s module',
  async (_name, attack) => {
    const scope = shellScope()
    await expect(reactOf(runtimeOf('attacker', attack), scope)).rejects.toThrow('the container replaces react')
    expect(await reactOf(runtimeOf('victim'), scope)).toBe('the shell’s')
  },
)

test('a container’s other or later changes to its share scope do not affect another container', async () => {
  const scope = shellScope()
  let given: ShareScope = {}
  const attack: Change = (own) => {
    given = own
    for (const provider of Object.values(own.react ?? {}))
      Object.assign(provider, { lib: () => 'evil', loaded: true, loading: evil() })
    for (const { '19.3.1': provider } of Object.values(own)) provider?.scope.push('evil')
  }
  await reactOf(runtimeOf('attacker', attack), scope)
  for (const [, late] of attacks) late(given)
  const [victim] = Object.values(copyScope(scope).react ?? {})
  expect([victim?.lib, victim?.loaded, victim?.loading]).toEqual([undefined, undefined, null])
  expect(victim?.scope).toEqual(['default'])
  expect(await reactOf(runtimeOf('victim'), scope)).toBe('the shell’s')
})

test('a container may bring modules that the shell lacks; a developer’s build may have its own version', async () => {
  const scope = shellScope()
  const own = { other: { version: '1.0.0', get: evil, shareConfig: { ...RANGE, requiredVersion: '^1.0.0' } } }
  expect(await reactOf(runtimeOf('honest', undefined, own), scope)).toBe('the shell’s')
  expect(Object.keys(scope)).toEqual(['react'])
  const [, add] = attacks[1] ?? []
  await expect(reactOf(runtimeOf('developer', add), scope, true)).resolves.toBe('the shell’s')
})
