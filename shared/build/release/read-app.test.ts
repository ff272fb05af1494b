/** @jest-environment node */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mounts, REMOTE_CONTRACT } from '../../src/contract/index.ts'
import { AppUnreadableError, readApp, readPageImports } from './read-app.ts'

const workspace = dirname(dirname(dirname(import.meta.dirname)))
const app = (members: string) => `const Page = () => null
export default { brand: REMOTE_BRAND, ${members} } satisfies RemoteApp<'mf_auth'>`

test('readApp reads routes, slots and the contract number from the source', () => {
  const source = app(`contract: REMOTE_CONTRACT, routes: [{ path: '/login', Component: Page }],
    slots: { 'document-editor': Page, picture: Page }`)
  expect(readApp(source)).toEqual({
    contract: REMOTE_CONTRACT,
    routes: ['/login'],
    slots: ['document-editor', 'picture'],
  })
})

test('readApp accepts a contract number written as a literal', () => {
  expect(readApp(app('contract: 7, routes: [], slots: {}')).contract).toBe(7)
})

test.each([
  ['routes from elsewhere', 'contract: REMOTE_CONTRACT, routes, slots: {}'],
  ['spread routes', 'contract: REMOTE_CONTRACT, routes: [...others], slots: {}'],
  ['a computed address', 'contract: REMOTE_CONTRACT, routes: [{ path: href.login(), Component: Page }], slots: {}'],
  ['spread slots', 'contract: REMOTE_CONTRACT, routes: [], slots: { ...others }'],
  ['no slots', 'contract: REMOTE_CONTRACT, routes: []'],
  ['another number by name', 'contract: OLD_CONTRACT, routes: [], slots: {}'],
])('readApp stops the build for source that cannot be read statically: %s', (_what, members) => {
  expect(() => readApp(app(members))).toThrow(AppUnreadableError)
})

test('readApp refuses a module without the default export of a remote', () => {
  expect(() => readApp('export const app = {}')).toThrow(AppUnreadableError)
})

test.each(['mf_auth', 'mf_documents', 'mf_signing'])('readApp reads the routes of %s', (name) => {
  const source = readFileSync(join(workspace, name.replace('_', '-'), 'src/app.tsx'), 'utf8')
  expect(readApp(source).routes).toEqual(mounts.filter(({ remote }) => remote === name).map(({ path }) => path))
})

test('readPageImports returns the lazy imports of each page', () => {
  const source = `
    import { Login } from './Login.tsx'
    const Guest = lazyPart(() => import(/* webpackChunkName: "guest" */ './Guest.tsx'))
    const Other = lazyPart(async () => ({ default: (await import('./Other.tsx')).Other }))
    const Unused = lazyPart(() => import('./Unused.tsx'))
    export default {
      routes: [
        { path: '/login', Component: Login },
        { path: '/sign', Component: Guest },
        { path: '/other', Component: Other },
      ],
    } satisfies RemoteApp<'mf_auth'>`
  expect([...readPageImports(source)]).toEqual([
    ['/login', []],
    ['/sign', ['./Guest.tsx']],
    ['/other', ['./Other.tsx']],
  ])
})
