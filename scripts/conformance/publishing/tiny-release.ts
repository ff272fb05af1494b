import type { PassedChecks } from '../../../shared/build/checks/passed-checks.ts'
import { INTEGRITY_RECORD } from '../../../shared/build/integrity/integrity.ts'
import type { BuildRecord } from '../../../shared/build/release/build-record.ts'
import { REMOTE_BRAND } from '../../../shared/src/contract/site/remote.ts'
import { sha384Of } from '../site-calls.ts'

/** Pages and slots of the live release: a site refuses a release that lacks them. */
export interface TinyPlan {
  readonly name: string
  /** Of the shell. */
  readonly contract: number
  /** Semver range. */
  readonly shared: string
  readonly routes: readonly string[]
  readonly slots: readonly string[]
  readonly mounts?: unknown
  readonly offers?: unknown
}

export type TinyFiles = Readonly<Record<string, string>>

export interface TinyRelease {
  readonly record: BuildRecord
  readonly checks: PassedChecks
  readonly files: TinyFiles
}

const MANIFEST = 'mf-manifest.json'
const ENTRY = 'remoteEntry.js'
const TEXT = 'Se está comprobando cómo se publica aquí. Esta página vuelve en un momento.'

/** A container without libraries: its pages say that they will be back. */
const entryOf = ({ name, contract, routes, slots }: TinyPlan, id: string): string => `/* ${id} */
const text = () => ${JSON.stringify(TEXT)}
const app = {
  brand: ${JSON.stringify(REMOTE_BRAND)},
  contract: ${contract},
  name: ${JSON.stringify(name)},
  routes: ${JSON.stringify(routes)}.map((path) => ({ path, Component: text })),
  slots: Object.fromEntries(${JSON.stringify(slots)}.map((slot) => [slot, () => null])),
}
window[${JSON.stringify(name)}] = { init() {}, get: async () => () => ({ default: app }) }
`

const manifestOf = ({ name }: TinyPlan, entry: string) => ({
  name,
  metaData: {
    globalName: name,
    publicPath: 'auto',
    remoteEntry: { name: ENTRY, path: '', integrity: sha384Of(entry) },
  },
  shared: [],
  exposes: [{ path: './app' }],
})

const contractOf = ({ shared: _range, ...plan }: TinyPlan, release: string) => ({
  ...plan,
  release,
  needs: {},
  imports: {},
})

/**
 * @param changed replaces or adds files, before they are hashed
 * @param contract replaces members of `contract.json`
 */
export const tinyRelease = (
  plan: TinyPlan,
  release: string,
  { changed = {}, contract = {} }: { readonly changed?: TinyFiles; readonly contract?: object } = {},
): TinyRelease => {
  const entry = entryOf(plan, release)
  const listed: TinyFiles = {
    [MANIFEST]: JSON.stringify(manifestOf(plan, entry)),
    [ENTRY]: entry,
    'prerender.json': JSON.stringify({ files: [], container: [ENTRY], pages: [] }),
    'licences.json': '[]',
    'contract.json': JSON.stringify({ ...contractOf(plan, release), ...contract }),
    'texts/about.txt': TEXT,
    ...changed,
  }
  const hashes = Object.entries(listed).map(([file, content]) => [file, sha384Of(content)])
  const integrity = JSON.stringify(Object.fromEntries(hashes))
  return {
    record: {
      name: plan.name,
      release,
      shared: plan.shared,
      integrity: sha384Of(listed[MANIFEST] ?? ''),
      files: sha384Of(integrity),
    },
    checks: { release, types: true, tests: true, at: new Date().toISOString() },
    files: { ...listed, [INTEGRITY_RECORD]: integrity },
  }
}
