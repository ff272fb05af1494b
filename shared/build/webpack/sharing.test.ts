/** @jest-environment node */
import { dirname, join } from 'node:path'
import type { FrontEnd } from '../front-end.ts'
import { sharedModules, sharedRange } from './sharing.ts'

const workspace = dirname(dirname(dirname(import.meta.dirname)))
const shell: FrontEnd = { root: join(workspace, 'shell'), name: 'shell', devPort: 3010 }
const remote: FrontEnd = { root: join(workspace, 'mf-auth'), name: 'mf_auth', devPort: 3001 }

test('nothing else is shared: a library with state goes through shared', () => {
  expect(Object.keys(sharedModules(remote, 'release'))).toEqual([
    'react',
    'react/',
    'react-dom',
    'react-dom/',
    'shared/',
  ])
})

test('one copy of each, and never a version that was not asked for', () => {
  for (const module of Object.values(sharedModules(remote, 'release'))) {
    expect(module).toMatchObject({ singleton: true, strictVersion: true })
    expect(module.requiredVersion).toMatch(/^\^\d+\.\d+\.0$/)
  }
})

test('a deployed remote brings no copy of anything shared; the shell and a remote on its own do', () => {
  for (const module of Object.values(sharedModules(remote, 'release'))) expect(module.import).toBe(false)
  for (const own of [sharedModules(remote, 'dev'), sharedModules(shell, 'release')])
    for (const module of Object.values(own)) expect(module).not.toHaveProperty('import')
})

test('the registry records the range that the remote itself asks for', () => {
  expect(sharedModules(remote, 'release')['shared/']?.requiredVersion).toBe(sharedRange())
})
