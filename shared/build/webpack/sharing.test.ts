/** @jest-environment node */
import { dirname, join } from 'node:path'
import type { FrontEnd } from '../front-end.ts'
import { sharedModules, sharedRange } from './sharing.ts'

const workspace = dirname(dirname(dirname(import.meta.dirname)))
const shell: FrontEnd = { root: join(workspace, 'shell'), name: 'shell', devPort: 3010 }
const remote: FrontEnd = { root: join(workspace, 'mf-auth'), name: 'mf_auth', devPort: 3001 }

test('only React, React DOM and shared are shared modules', () => {
  expect(Object.keys(sharedModules(remote, 'release'))).toEqual([
    'react',
    'react/',
    'react-dom',
    'react-dom/',
    'shared/',
  ])
})

test('each shared module is a singleton with a strict version range', () => {
  for (const module of Object.values(sharedModules(remote, 'release'))) {
    expect(module).toMatchObject({ singleton: true, strictVersion: true })
    expect(module.requiredVersion).toMatch(/^\^\d+\.\d+\.0$/)
  }
})

test('a deployed remote bundles no shared module; the shell and a development build bundle all of them', () => {
  for (const module of Object.values(sharedModules(remote, 'release'))) expect(module.import).toBe(false)
  for (const own of [sharedModules(remote, 'dev'), sharedModules(shell, 'release')])
    for (const module of Object.values(own)) expect(module).not.toHaveProperty('import')
})

test('the registry records the version range of shared that the remote requires', () => {
  expect(sharedModules(remote, 'release')['shared/']?.requiredVersion).toBe(sharedRange())
})
