import fc from 'fast-check'
import semver from 'semver'
import { failureReasonOf } from '../host/loading/load-release.ts'
import { webpackRequireOf } from '../testing/webpack-require.ts'
import shareOnly from './bundler-runtime.ts'
import { scopeOfPage } from './page-scope.ts'
import type { ShareScope } from './share-scope.ts'

const config = (version: string) => ({ singleton: true, strictVersion: true, requiredVersion: `^${version}` })

type Get = () => Promise<() => unknown>

/** @returns the share scope of a page that provides `react` */
const pageWith = (version: string, get: Get): ShareScope => {
  const shared = { react: [{ version, get, shareConfig: config(version) }] }
  shareOnly.bundlerRuntime.init(webpackRequireOf({ name: 'shell', shared }))
  return scopeOfPage() ?? {}
}

const containerOn = (scope: ShareScope, needs: Readonly<Record<string, string>>, name = 'mf_signing') => {
  const container = webpackRequireOf({ name, needs })
  container.webpackRequire.federation.instance.initShareScopeMap('default', scope)
  return container
}

test('every container gets the one module of the page, which is downloaded once', async () => {
  const react = { useState: () => undefined }
  const get = jest.fn<ReturnType<Get>, []>(async () => () => react)
  const scope = pageWith('19.3.1', get)
  const containers = ['mf_auth', 'mf_signing'].map((name) => containerOn(scope, { react: '^19.3.0' }, name))
  await Promise.all(containers.map(({ load }) => load()))
  await containers[0]?.load()
  for (const { run } of containers) expect(run('react')).toBe(react)
  expect(get).toHaveBeenCalledTimes(1)
})

test('a version that does not fit rejects the load, and the loader knows why', async () => {
  const { load } = containerOn(
    pageWith('19.3.1', async () => () => 'react'),
    { react: '^20.0.0' },
  )
  const error: unknown = await load().catch((reason: unknown) => reason)
  expect(String(error)).toBe(
    'Error: react 19.3.1 of shell does not satisfy the requirement of mf_signing, which needs ^20.0.0',
  )
  expect(failureReasonOf(error)).toBe('version')
})

test('a module that the page does not provide rejects the load with its name', async () => {
  const { load } = containerOn(
    pageWith('19.3.1', async () => () => 'react'),
    { react: '^19.3.0', 'shared/later': '^5.0.0' },
  )
  await expect(load()).rejects.toThrow('mf_signing needs shared/later, which this page does not provide')
})

test('property: a load succeeds exactly if npm’s check accepts the version', async () => {
  const digit = fc.integer({ min: 0, max: 4 })
  const version = fc.tuple(digit, digit, digit).map((parts) => parts.join('.'))
  const range = fc.tuple(fc.constantFrom('^', '~', '', '>='), version).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(version, range, async (given, wanted) => {
      const { load, run } = containerOn(
        pageWith(given, async () => () => given),
        { react: wanted },
      )
      const outcome = await load().then(
        () => run('react'),
        (error: unknown) => String(error),
      )
      if (semver.satisfies(given, wanted)) expect(outcome).toBe(given)
      else expect(outcome).toMatch(/does not satisfy/)
    }),
  )
})

test('of several versions the one that runs is taken, otherwise the newest', async () => {
  const scopeWith = (loaded: boolean): ShareScope => {
    const versions = ['19.3.1', '19.10.0'].map((version) => pageWith(version, async () => () => version).react)
    Object.assign(versions[0]?.['19.3.1'] ?? {}, { loaded })
    return { react: { ...versions[0], ...versions[1] } }
  }
  for (const [loaded, expected] of [
    [false, '19.10.0'],
    [true, '19.3.1'],
  ] as const) {
    const { load, run } = containerOn(scopeWith(loaded), { react: '^19.3.0' })
    await load()
    expect(run('react')).toBe(expected)
  }
})

test('property: a failed download is forgotten, in every container, until one succeeds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 6 }), async (outcomes) => {
      const answers = [...outcomes, true]
      const get = jest.fn(async () => {
        if (!answers.shift()) throw new Error('net::ERR_FAILED')
        return () => 'react'
      })
      const scope = pageWith('19.3.1', get)
      const containers = ['mf_auth', 'mf_signing'].map((name) => containerOn(scope, { react: '^19.3.0' }, name))
      const failures = outcomes.includes(true) ? outcomes.indexOf(true) : outcomes.length
      for (let attempt = 0; attempt < failures; attempt++) {
        const results = await Promise.allSettled(containers.map(({ load }) => load()))
        expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      }
      await Promise.all(containers.map(({ load }) => load()))
      for (const { run } of containers) expect(run('react')).toBe('react')
      // Containers that wait at the same time share a download.
      expect(get).toHaveBeenCalledTimes(failures + 1)
    }),
  )
})

test('one failed module of several does not repeat the others', async () => {
  const calls: string[] = []
  let broken = true
  const provide = (name: string, fails: () => boolean) => ({
    version: '1.0.0',
    shareConfig: config('1.0.0'),
    get: async () => {
      calls.push(name)
      if (fails()) throw new Error('503')
      return () => name
    },
  })
  const shared = { a: [provide('a', () => false)], b: [provide('b', () => broken)] }
  shareOnly.bundlerRuntime.init(webpackRequireOf({ name: 'shell', shared }))
  const { load, run } = containerOn(scopeOfPage() ?? {}, { a: '^1.0.0', b: '^1.0.0' })
  await expect(load()).rejects.toThrow('503')
  broken = false
  await load()
  expect([run('a'), run('b')]).toEqual(['a', 'b'])
  expect(calls).toEqual(['a', 'b', 'b'])
})

test('a container can be initialised again, but only with the same share scope', () => {
  const scope = pageWith('19.3.1', async () => () => 'react')
  const { instance } = containerOn(scope, {}).webpackRequire.federation
  expect(() => instance.initShareScopeMap('default', scope)).not.toThrow()
  expect(() => instance.initShareScopeMap('default', { ...scope })).toThrow(
    'mf_signing is initialised with another share scope already',
  )
})

test('a module that others provide is not kept in the cache of the container', async () => {
  const { load, run, webpackRequire } = containerOn(
    pageWith('19.3.1', async () => () => 'react'),
    { react: '^19.3.0' },
  )
  await load()
  webpackRequire.c.react = 'stale'
  run('react')
  expect(webpackRequire.c).toEqual({})
})

test('a container of a release that borrowed the whole runtime runs on this one', async () => {
  const scope = pageWith('19.3.1', async () => () => 'react')
  const { webpackRequire } = webpackRequireOf({ name: 'mf_auth', needs: { react: '^19.3.0' } })
  const { runtime, bundlerRuntime, attachShareScopeMap } = shareOnly
  // As `borrowed-runtime.ts` of `shared` 5.3 to 5.19 and the code around it do.
  const instance = runtime.createInstance({ name: 'mf_auth', plugins: [{ name: 'forget-failures' }], id: 'mf_auth:1' })
  const container = { ...webpackRequire, federation: { ...webpackRequire.federation, instance } }
  instance.initShareScopeMap('default', scope)
  attachShareScopeMap(container)
  expect(Reflect.get(bundlerRuntime, 'I')({ shareScopeName: 'default', webpackRequire: container })).toBe(true)
  const promises: Promise<unknown>[] = []
  const { chunkMapping = {} } = container.consumesLoadingData
  bundlerRuntime.consumes({ chunkId: 'app', chunkMapping, installedModules: {}, promises, webpackRequire: container })
  await Promise.all(promises)
  const module = { exports: undefined }
  container.m.react?.(module)
  expect(module.exports).toBe('react')
})
