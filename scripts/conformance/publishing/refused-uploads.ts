import { type TinyFiles, type TinyPlan, type TinyRelease, tinyRelease } from './tiny-release.ts'
import { lateRecordForm, uploadForm } from './upload-form.ts'

/** Above them a site refuses: docs/registry/v1.md. */
export interface UploadBounds {
  readonly files: number
  readonly fileBytes: number
  readonly totalBytes: number
}

const MEGABYTE = 1024 * 1024
export const V1_BOUNDS: UploadBounds = { files: 1000, fileBytes: 16 * MEGABYTE, totalBytes: 64 * MEGABYTE }

export interface RefusedUpload {
  /** Last part of its release's name. */
  readonly name: string
  /** In Spanish. */
  readonly what: string
  /** A path below the folder of releases that must not be served afterwards. */
  readonly escaped?: string
  /** The site may close the connection before it has all. */
  readonly isLarge?: boolean
  readonly formOf: (plan: TinyPlan, release: string) => FormData
}

const ESCAPED = 'no-escape.js'
const LONG_NAME = `${'a'.repeat(201)}.js`

const pathTricks: readonly (readonly [name: string, path: string])[] = [
  ['parent', `../${ESCAPED}`],
  ['deep-parent', `texts/../../${ESCAPED}`],
  ['absolute', `/${ESCAPED}`],
  ['dot', `./${ESCAPED}`],
  ['two-slashes', `texts//${ESCAPED}`],
  ['backslash', `texts\\..\\..\\${ESCAPED}`],
  ['long', LONG_NAME],
  ['no-name', ''],
]

const withFiles =
  (changed: TinyFiles) =>
  (plan: TinyPlan, release: string): FormData =>
    uploadForm(tinyRelease(plan, release, { changed }))

const altered =
  (change: (release: TinyRelease) => FormData) =>
  (plan: TinyPlan, release: string): FormData =>
    change(tinyRelease(plan, release))

const withRecord = (change: (record: TinyRelease['record']) => object) =>
  altered((release) => uploadForm(release, { head: { record: { ...release.record, ...change(release.record) } } }))

const withContract = (contract: (plan: TinyPlan) => object) => (plan: TinyPlan, release: string) =>
  uploadForm(tinyRelease(plan, release, { contract: contract(plan) }))

const escapes: readonly RefusedUpload[] = pathTricks.map(([name, path]) => ({
  name: `path-${name}`,
  what: `con un archivo que se llama ${JSON.stringify(path.length > 40 ? `${path.slice(0, 8)}…` : path)}`,
  escaped: ESCAPED,
  formOf: withFiles({ [path]: 'escaped' }),
}))

const records: readonly RefusedUpload[] = [
  {
    name: 'other-remote',
    what: 'que dice ser de otro remoto',
    formOf: withRecord(({ name }) => ({ name: `${name.slice(0, 30)}_other` })),
  },
  { name: 'outside', what: 'con una versión que sale de su carpeta', formOf: withRecord(() => ({ release: '../x' })) },
  {
    name: 'no-checks',
    what: 'sin constancia de tipos y pruebas',
    formOf: altered((release) => uploadForm(release, { head: { checks: undefined } })),
  },
  {
    name: 'other-checks',
    what: 'con constancia de otra versión',
    formOf: altered((release) => uploadForm(release, { head: { checks: { ...release.checks, release: 'other' } } })),
  },
  { name: 'no-json', what: 'sin datos legibles', formOf: altered((release) => uploadForm(release, { first: '{' })) },
  { name: 'late-record', what: 'que empieza por los archivos', formOf: altered(lateRecordForm) },
  ...[0, 100, 2.5].map((canary) => ({
    name: `canary-${canary}`,
    what: `para el ${canary} % de las pestañas`,
    formOf: altered((release) => uploadForm(release, { head: { canary } })),
  })),
]

const files: readonly RefusedUpload[] = [
  {
    name: 'wrong-hash',
    what: 'con un archivo que no es el de su hash',
    formOf: altered((release) => uploadForm({ ...release, files: { ...release.files, 'texts/about.txt': 'other' } })),
  },
  {
    name: 'wrong-manifest',
    what: 'con otro manifiesto que el de sus datos',
    formOf: withRecord(({ files: other }) => ({ integrity: other })),
  },
  {
    name: 'wrong-list',
    what: 'con otra lista de hashes que la de sus datos',
    formOf: withRecord(({ integrity }) => ({ files: integrity })),
  },
  {
    name: 'missing-file',
    what: 'sin uno de sus archivos',
    formOf: altered((release) => uploadForm(release, { without: 'texts/about.txt' })),
  },
  {
    name: 'extra-file',
    what: 'con un archivo de más',
    formOf: altered((release) => uploadForm(release, { more: [['texts/more.txt', 'more']] })),
  },
  {
    name: 'twice',
    what: 'con un archivo dos veces',
    formOf: altered((release) => uploadForm(release, { more: [['texts/about.txt', 'more']] })),
  },
  { name: 'page', what: 'con una página', formOf: withFiles({ 'page.html': '<!doctype html>' }) },
  { name: 'site-record', what: 'con el registro del sitio', formOf: withFiles({ 'release.json': '{}' }) },
]

const contracts: readonly RefusedUpload[] = [
  {
    name: 'later-contract',
    what: 'que habla otro contrato',
    formOf: withContract(({ contract }) => ({ contract: contract + 1 })),
  },
  {
    name: 'foreign-contract',
    what: 'con contract.json de otra versión',
    formOf: withContract(() => ({ release: 'other' })),
  },
  {
    name: 'missing-module',
    what: 'que necesita un módulo que el shell no trae',
    formOf: withContract(() => ({ needs: { 'shared/no-such-module': '^1.0.0' } })),
  },
  { name: 'no-contract', what: 'sin contrato legible', formOf: withFiles({ 'contract.json': '{' }) },
]

/** Hashes of these files are right: size is all that is wrong with them. */
const large = ({ files: count, fileBytes, totalBytes }: UploadBounds): readonly RefusedUpload[] => {
  const numbered = (amount: number, content: string): TinyFiles =>
    Object.fromEntries(Array.from({ length: amount }, (_, index) => [`texts/${index}.txt`, content]))
  const isLarge = true
  return [
    {
      name: 'large-file',
      what: 'con un archivo demasiado grande',
      isLarge,
      formOf: (plan, release) => withFiles({ 'texts/large.txt': 'x'.repeat(fileBytes + 1) })(plan, release),
    },
    {
      name: 'large',
      what: 'demasiado grande',
      isLarge,
      formOf: (plan, release) =>
        withFiles(numbered(Math.floor(totalBytes / fileBytes) + 1, 'x'.repeat(fileBytes)))(plan, release),
    },
    {
      name: 'many-files',
      what: 'con demasiados archivos',
      isLarge,
      formOf: (plan, release) => withFiles(numbered(count + 1, ''))(plan, release),
    },
  ]
}

export const refusedUploads = (bounds: UploadBounds): readonly RefusedUpload[] => [
  ...records,
  ...files,
  ...escapes,
  ...contracts,
  ...large(bounds),
]
