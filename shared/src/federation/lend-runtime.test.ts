import shareOnly from './bundler-runtime.ts'

const lend = async (federation: object): Promise<void> => {
  Object.assign(globalThis, { __webpack_require__: { federation } })
  await jest.isolateModulesAsync(async () => void (await import('./lend-runtime.ts')))
}

test('no script of the page can change what the page lends, nor lend something else', async () => {
  await lend({ ...shareOnly, instance: {} })
  const lent = globalThis.trazoFederation
  expect(lent?.bundlerRuntime.consumes).toBe(shareOnly.bundlerRuntime.consumes)
  expect(Object.keys(lent ?? {})).toEqual(['runtime', 'bundlerRuntime', 'attachShareScopeMap'])
  const evil = () => undefined
  const attacks = [
    () => Object.assign(globalThis, { trazoFederation: { bundlerRuntime: { consumes: evil } } }),
    () => Object.assign(lent ?? {}, { bundlerRuntime: { consumes: evil } }),
    () => Object.assign(lent?.bundlerRuntime ?? {}, { consumes: evil }),
    () => Object.assign(lent?.runtime ?? {}, { createInstance: evil }),
  ]
  for (const attack of attacks) expect(attack).toThrow(TypeError)
  await lend({ ...shareOnly, bundlerRuntime: { consumes: evil } })
  expect(globalThis.trazoFederation?.bundlerRuntime.consumes).toBe(shareOnly.bundlerRuntime.consumes)
})
