/** @jest-environment node */
import type { RemoteContract, ShellContract } from './contract.ts'
import { manifestProblems } from './manifest.ts'
import { type ContractProblem, problemsBetween, problemsOfOld, type ReleaseStanding } from './problems.ts'

const remote: RemoteContract = {
  name: 'mf_signing',
  release: '1.0.0-a',
  contract: 3,
  routes: ['/document'],
  slots: ['page-picture'],
  needs: { react: '^19.3.0', 'shared/contract': '^2.1.0', 'shared/ui': '^2.1.0' },
}
const shell: ShellContract = {
  name: 'shell',
  release: '1.0.0-s',
  contract: 3,
  mounts: { mf_auth: ['/login'], mf_documents: [], mf_signing: ['/document'] },
  slots: { mf_auth: [], mf_documents: [], mf_signing: ['page-picture'] },
  provides: { react: '19.3.1', 'shared/contract': '2.1.0', 'shared/ui': '2.1.0' },
}
const brings = (version: string) => ({
  ...shell,
  provides: { react: '19.3.1', 'shared/contract': version, 'shared/ui': version },
})

const uses = (...names: string[]): RemoteContract => ({ ...remote, imports: { 'shared/ui': names } })
const offers = (...names: string[]): ShellContract => ({ ...shell, exports: { 'shared/ui': names } })

const cases: readonly (readonly [
  what: string,
  remote: RemoteContract,
  shell: ShellContract,
  standing: ReleaseStanding,
  expected: readonly ContractProblem[],
])[] = [
  ['both as they should be', remote, shell, 'live', []],
  ['a later minor of shared', remote, brings('2.4.7'), 'live', []],
  ['a page that the shell does not mount yet', { ...remote, routes: ['/document', '/new'] }, shell, 'live', []],
  [
    'a remote that needs a newer shared: once, though two modules are of it',
    remote,
    brings('2.0.9'),
    'live',
    [
      {
        kind: 'error',
        side: 'shell',
        message:
          'mf_signing 1.0.0-a necesita shared ^2.1.0 y el shell trae 2.0.9: primero hay que publicar un shell con ese shared.',
      },
    ],
  ],
  [
    'a shell with the next major of shared',
    remote,
    brings('3.0.0'),
    'former',
    [
      {
        kind: 'error',
        side: 'remote',
        message:
          'mf_signing 1.0.0-a necesita shared ^2.1.0 y el shell trae 3.0.0: hay que volver a construir y publicar mf-signing.',
      },
    ],
  ],
  [
    'a subpath that the shell does not bring',
    { ...remote, needs: { 'shared/controls': '^2.1.0' } },
    shell,
    'live',
    [
      {
        kind: 'error',
        side: 'shell',
        message:
          'mf_signing 1.0.0-a importa shared/controls, que el shell no trae: hay que agregarlo a shell/src/shared-scope.ts y publicar primero el shell.',
      },
    ],
  ],
  ['the exports that the shell offers', uses('Button'), offers('Alert', 'Button'), 'live', []],
  ['a release without a record of its exports', remote, offers('Alert'), 'live', []],
  ['a shell without a record of its exports', uses('Button'), shell, 'live', []],
  [
    'an export that the shell does not offer, within the range of versions',
    uses('Alert', 'Button', 'Ring'),
    offers('Alert'),
    'former',
    [
      {
        kind: 'error',
        side: 'shell',
        message:
          'mf_signing 1.0.0-a usa Button, Ring de shared/ui, que el shell 1.0.0-s no ofrece: primero hay que publicar un shell con eso, o dejar de usarlo en mf-signing.',
      },
    ],
  ],
  [
    'a remote of an older contract',
    { ...remote, contract: 2 },
    shell,
    'live',
    [
      {
        kind: 'error',
        side: 'remote',
        message:
          'mf_signing 1.0.0-a habla el contrato 2 y el shell 1.0.0-s el 3: hay que volver a construir y publicar mf-signing.',
      },
    ],
  ],
  [
    'a remote of a newer contract',
    { ...remote, contract: 4 },
    shell,
    'live',
    [
      {
        kind: 'error',
        side: 'shell',
        message:
          'mf_signing 1.0.0-a habla el contrato 4 y el shell 1.0.0-s el 3: primero hay que publicar un shell que hable el 4.',
      },
    ],
  ],
  [
    'a live release without one of its pages',
    { ...remote, routes: [] },
    shell,
    'live',
    [
      {
        kind: 'error',
        side: 'remote',
        message:
          'mf_signing 1.0.0-a no tiene página para /document: hay que agregarla en src/app.tsx de mf-signing y publicarlo.',
      },
    ],
  ],
  [
    'a former release without a screen that was added since',
    { ...remote, slots: [] },
    shell,
    'former',
    [
      {
        kind: 'warning',
        side: 'remote',
        message:
          "mf_signing 1.0.0-a no presta la pantalla 'page-picture': hay que agregarla en src/app.tsx de mf-signing y publicarlo.",
      },
    ],
  ],
]
for (const [what, left, right, standing, expected] of cases)
  test(what, () => expect(problemsBetween(left, right, standing)).toEqual(expected))

test('a release without a contract record is compared by its version range', () => {
  const old = { name: 'mf_auth', release: '0', shared: '^2.1.0' } as const
  expect(problemsOfOld(old, shell)).toEqual([])
  expect(problemsOfOld(old, brings('3.0.0')).map(({ side }) => side)).toEqual(['remote'])
})

const manifest = (more: object = {}, metaData: object = {}) =>
  JSON.stringify({
    name: 'mf_signing',
    metaData: {
      globalName: 'mf_signing',
      publicPath: 'auto',
      remoteEntry: { name: 'remoteEntry.1.js', path: '' },
      ...metaData,
    },
    shared: [{ name: 'react' }],
    exposes: [{ path: './app' }],
    ...more,
  })
const manifests: readonly (readonly [what: string, text: string, part: string | undefined])[] = [
  ['a manifest as it should be', manifest(), undefined],
  ['a container of another name', manifest({ name: 'mf_auth' }), 'se llama mf_auth, no mf_signing'],
  ['a container without ./app', manifest({ exposes: [{ path: './main' }] }), "no expone './app'"],
  ['an entry that is not there', manifest({}, { remoteEntry: { name: 'x.js', path: '' } }), 'nombra x.js'],
  ['a separate address', manifest({}, { publicPath: '/' }), 'espera sus archivos en /'],
  ['a file that is no manifest', '<html>', 'no se puede leer'],
  ['a library without importers', manifest({ shared: [{ name: 'jotai' }] }), 'comparte jotai'],
]
for (const [what, text, part] of manifests)
  test(what, () => {
    const [problem, ...others] = manifestProblems(text, remote, ['remoteEntry.1.js'])
    expect(others).toEqual([])
    if (part === undefined) expect(problem).toBeUndefined()
    else expect(problem?.message).toContain(part)
  })
