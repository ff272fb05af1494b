import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { INTEGRITY_RECORD, integrityOfFile, releaseFilesIn, writeIntegrityRecord } from 'shared/build/integrity'
import { readBuildRecord } from 'shared/build/record'
import type { RemoteName } from 'shared/contract'
import { inWorkspace } from '../../scripts/workspace.ts'
import { activateRelease, emptyRegistry } from '../../shell/server/registry/activate-release.ts'
import { keepBuild, takeKept } from '../../shell/server/registry/kept-releases.ts'
import { updateRegistry } from '../../shell/server/registry/update-registry.ts'
import type { Trazo } from './trazo.ts'

export type Edit = (file: string, text: string) => string

const MANIFEST = 'mf-manifest.json'
const COMPRESSED = /\.(br|gz|map)$/

/** Files come after the files whose hashes they contain. */
const rank = (file: string): number =>
  [/\.(js|css)$/, /^remoteEntry\./, /^mf-manifest\.json$/, /^prerender\.json$/].findLastIndex((kind) => kind.test(file))

const inOrder = (files: readonly string[]): string[] => [...files].sort((a, b) => rank(a) - rank(b))

/** The last character is always padding. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64').slice(0, -1)

const packageOf = (name: RemoteName): string => inWorkspace(name.replace('_', '-'))

export const builtRelease = (name: RemoteName): string => {
  const record = readBuildRecord(packageOf(name))
  if (!record) throw new Error(`${name} is not built`)
  return record.release
}

/** An app without style sheets is in the entry. */
export const hasAppFile = (name: RemoteName): boolean =>
  existsSync(join(packageOf(name), 'dist', builtRelease(name), 'app.js'))

const renamed = (text: string, from: string, to: string): string =>
  text.replaceAll(from, to).replaceAll(from.replaceAll(/[^\w]/g, '_'), to.replaceAll(/[^\w]/g, '_'))

const rewrite = async (folder: string, from: string, to: string, edit: Edit): Promise<void> => {
  const hashes = new Map<string, string>()
  for (const file of inOrder(await releaseFilesIn(folder))) {
    if (COMPRESSED.test(file) || file === INTEGRITY_RECORD) {
      // Compressed files are optional or regenerated.
      await rm(join(folder, file))
      continue
    }
    if (!/\.(js|css|json)$/.test(file)) continue
    const before = await readFile(join(folder, file), 'utf8')
    let after = edit(file, renamed(before, from, to))
    for (const [old, now] of hashes) after = after.replaceAll(old, now)
    if (after === before) continue
    hashes.set(hashOf(before), hashOf(after))
    await writeFile(join(folder, file), after)
  }
}

/** Updates all hashes after `edit`. */
export const makeRelease = async (root: string, name: RemoteName, id: string, edit: Edit): Promise<void> => {
  const record = readBuildRecord(packageOf(name))
  if (!record) throw new Error(`${name} is not built`)
  const folder = join(root, 'dist', id)
  await mkdir(join(root, 'dist'), { recursive: true })
  await cp(join(packageOf(name), 'dist', record.release), folder, { recursive: true })
  await rewrite(folder, record.release, id, edit)
  const integrity = await integrityOfFile(join(folder, MANIFEST))
  const files = await writeIntegrityRecord(folder)
  await writeFile(join(root, 'dist', 'build.json'), JSON.stringify({ ...record, release: id, integrity, files }))
  const checks = { release: id, types: true, tests: true, at: new Date().toISOString() }
  await writeFile(join(root, 'dist', 'checks.json'), JSON.stringify(checks))
}

export const replacing =
  (from: string | RegExp, to: string): Edit =>
  (file, text) =>
    file.endsWith('.js') ? text.replaceAll(from, to) : text

export const keepRelease = async (
  { dataDir }: Pick<Trazo, 'dataDir'>,
  name: RemoteName,
  id: string,
  edit: Edit,
): Promise<void> => {
  const root = join(dataDir, 'made', name, id)
  await makeRelease(root, name, id, edit)
  await keepBuild({ dataDir }, root, new Date())
}

const run = promisify(execFile)

export const release = async (
  { dataDir }: Pick<Trazo, 'dataDir'>,
  name: RemoteName,
  ...args: readonly string[]
): Promise<string> => {
  const command = [inWorkspace('scripts', 'release', 'main.ts'), name, ...args, '--data-dir', dataDir]
  const { stdout } = await run(process.execPath, command)
  return stdout
}

/** @returns id and address, as `pnpm release --preview` prints them */
export const uploadPreview = async (
  { url }: Pick<Trazo, 'url'>,
  name: RemoteName,
  root: string,
  token: string,
): Promise<{ readonly id: string; readonly address: string }> => {
  const command = [inWorkspace('scripts', 'release', 'main.ts'), name, '--from', root, '--preview', '--site', url]
  const { stdout } = await run(process.execPath, command, { env: { ...process.env, TRAZO_RELEASE_TOKEN: token } })
  const [, id = '', address = ''] = /: (\S+)\n(\S+)\n$/.exec(stdout) ?? []
  return { id, address }
}

/** What `pnpm releases` prints. */
export const listReleases = async ({ dataDir }: Pick<Trazo, 'dataDir'>): Promise<string> => {
  const command = [inWorkspace('scripts', 'release', 'list.ts'), '--data-dir', dataDir]
  return (await run(process.execPath, command)).stdout
}

export const crashing: Edit = replacing(
  /(path:"\/[^"]*",Component:)/g,
  '$1()=>{throw Error("rota de propósito")},Whole:',
)

export interface Live {
  readonly active: string
  readonly previous?: string | undefined
  readonly shared?: string | undefined
}

export const goLive = async (
  { dataDir }: Pick<Trazo, 'dataDir'>,
  name: RemoteName,
  { active, previous, shared }: Live,
): Promise<void> => {
  await updateRegistry({ dataDir }, new Date(), async (registry) => {
    const { [name]: _before, ...others } = registry.remotes
    const take = (id: string) => takeKept({ dataDir }, emptyRegistry, { name, id })
    let after = { ...registry, remotes: others }
    if (previous) after = { ...after, ...activateRelease(after, await take(previous)) }
    const activation = await take(active)
    const release = { ...activation.release, ...(shared ? { shared } : {}) }
    return activateRelease(after, { ...activation, release })
  })
}

const announced = (name: RemoteName) => {
  const id = '1.0.0'
  const mounts = [{ prefix: `/${name.replace('mf_', '')}`, access: 'everyone', title: 'Añadida' } as const]
  const live = {
    manifest: `/r/${name}/${id}/mf-manifest.json`,
    integrity: `sha384-${createHash('sha384').update(name).digest('base64')}`,
    shared: '^5.0.0',
  }
  return { active: id, fallback: null, releases: { [id]: { ...live, mounts } }, mounts }
}

/** Only the registry knows them: they have no files. */
export const withAddedRemotes = async (
  { dataDir }: Pick<Trazo, 'dataDir'>,
  names: readonly RemoteName[],
  work: () => Promise<void>,
): Promise<void> => {
  const added = Object.fromEntries(names.map((name) => [name, announced(name)]))
  await updateRegistry({ dataDir }, new Date(), async ({ remotes, ...registry }) => ({
    ...registry,
    remotes: { ...remotes, ...added },
  }))
  try {
    await work()
  } finally {
    await updateRegistry({ dataDir }, new Date(), async ({ remotes, ...registry }) => ({
      ...registry,
      remotes: Object.fromEntries(Object.entries(remotes).filter(([name]) => !(name in added))),
    }))
  }
}
