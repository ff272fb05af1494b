import { createInstance } from '@module-federation/enhanced/runtime'
import { appOf } from '../host/loading/container.ts'
import { webpackRequireOf } from '../testing/webpack-require.ts'
import shareOnly from './bundler-runtime.ts'
import { scopeOfPage } from './page-scope.ts'
import { copyScope, type ShareScope } from './share-scope.ts'

const RANGE = { singleton: true, strictVersion: true, requiredVersion: '^19.0.0' }

type Change = (scope: ShareScope) => void
type CreateContainer = (name: string, change?: Change) => { init: (scope: ShareScope) => void; get: () => unknown }

/** Development builds bring it, as releases before `shared` 5.3 do. */
const wholeRuntime: CreateContainer = (name, change = () => undefined) => {
  const instance = createInstance({ name, remotes: [], shareStrategy: 'loaded-first', shared: {} })
  const init = (scope: ShareScope): void => {
    Object.assign(instance.shareScopeMap, { default: scope })
    instance.initializeSharing('default')
    change(scope)
  }
  const customShareInfo = { shareConfig: RANGE, scope: ['default'] }
  const react = async (): Promise<unknown> => {
    const factory = await instance.loadShare('react', { customShareInfo })
    return typeof factory === 'function' ? factory() : undefined
  }
  return { init, get: async () => () => react }
}

const borrowedRuntime: CreateContainer = (name, change = () => undefined) => {
  const container = webpackRequireOf({ name, needs: { react: RANGE.requiredVersion } })
  const init = (scope: ShareScope): void => {
    container.webpackRequire.federation.instance.initShareScopeMap('default', scope)
    change(scope)
  }
  const react = async () => {
    await container.load()
    return container.run('react')
  }
  return { init, get: async () => () => react }
}

const runtimes: readonly [string, CreateContainer][] = [
  ['whole', wholeRuntime],
  ['borrowed', borrowedRuntime],
]

const shellScope = (): ShareScope => {
  const get = async () => () => 'the shell’s'
  const shared = { react: [{ version: '19.3.1', get, shareConfig: RANGE }] }
  shareOnly.bundlerRuntime.init(webpackRequireOf({ name: 'shell', shared }))
  return copyScope(scopeOfPage() ?? {})
}

const reactOf = async (remote: ReturnType<CreateContainer>, scope: ShareScope, mayReplace = false) => {
  const react = await appOf(remote, scope, mayReplace)
  return typeof react === 'function' ? react() : undefined
}

const evil = async () => () => 'evil'
const attacks: readonly [string, Change][] = [
  ['puts its provider in place', ({ react }) => Object.assign(react?.['19.3.1'] ?? {}, { get: evil })],
  ['adds a newer version', ({ react = {} }) => Object.assign(react, { '19.9.9': { ...react['19.3.1'], get: evil } })],
  ['removes the shell’s', ({ react = {} }) => void Reflect.deleteProperty(react, '19.3.1')],
  ['takes the whole module', (scope) => void Reflect.deleteProperty(scope, 'react')],
]

describe.each(runtimes)('a container with the %s runtime', (_runtime, create) => {
  test.each(attacks)('that %s is refused, and the next container gets the shell’s module', async (_name, attack) => {
    const scope = shellScope()
    await expect(reactOf(create('attacker', attack), scope)).rejects.toThrow('the container replaces react')
    for (const [, createNext] of runtimes) expect(await reactOf(createNext('victim'), scope)).toBe('the shell’s')
  })

  test('and its other or later changes to its share scope do not affect another container', async () => {
    const scope = shellScope()
    let given: ShareScope = {}
    const attack: Change = (own) => {
      given = own
      for (const provider of Object.values(own.react ?? {}))
        Object.assign(provider, { lib: () => 'evil', loaded: true, loading: evil() })
      for (const { '19.3.1': provider } of Object.values(own)) provider?.scope.push('evil')
    }
    await reactOf(create('attacker', attack), scope)
    for (const [, late] of attacks) late(given)
    const [victim] = Object.values(copyScope(scope).react ?? {})
    expect([victim?.lib, victim?.loaded, victim?.loading]).toEqual([undefined, undefined, null])
    expect(victim?.scope).toEqual(['default'])
    for (const [, createNext] of runtimes) expect(await reactOf(createNext('victim'), scope)).toBe('the shell’s')
  })

  test('may bring modules that the shell lacks; a developer’s build may have its own version', async () => {
    const scope = shellScope()
    const bring: Change = (own) => Object.assign(own, { other: { '1.0.0': { ...own.react?.['19.3.1'], get: evil } } })
    expect(await reactOf(create('honest', bring), scope)).toBe('the shell’s')
    expect(Object.keys(scope)).toEqual(['react'])
    const [, add] = attacks[1] ?? []
    await expect(reactOf(create('developer', add), scope, true)).resolves.toBe('evil')
  })
})
