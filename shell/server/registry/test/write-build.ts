import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { integrityOf, writeIntegrityRecord } from 'shared/build/integrity'
import { mounts, type RemoteName } from 'shared/contract'

export type Files = Readonly<Record<string, string | Buffer>>

const plainFiles = (release: string): Files => ({
  'mf-manifest.json': `manifest of ${release}`,
  'app.js': `script of ${release}`,
})

/** @returns the package folder */
export const writeBuild = async (
  folder: string,
  name: RemoteName,
  release: string,
  contract?: object,
): Promise<string> =>
  writeFiles(folder, name, release, {
    ...plainFiles(release),
    ...(contract ? { 'contract.json': JSON.stringify(contract) } : {}),
  })

/** @returns the package folder */
export const writeFiles = async (folder: string, name: RemoteName, release: string, files: Files): Promise<string> => {
  const root = join(folder, name)
  const output = join(root, 'dist', release)
  rmSync(output, { recursive: true, force: true })
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(output, file)), { recursive: true })
    writeFileSync(join(output, file), content)
  }
  const integrity = integrityOf(files['mf-manifest.json'] ?? '')
  const record = { name, release, shared: '^1.0.0', integrity, files: await writeIntegrityRecord(output) }
  if (files['app.js'] !== undefined) writeFileSync(join(output, 'app.js.gz'), gzipSync(files['app.js']))
  writeFileSync(join(root, 'dist/build.json'), JSON.stringify(record))
  return root
}

const SLOTS = ['document-editor', 'url-generator', 'page-picture']

const soundContract = (name: RemoteName, release: string) => ({
  name,
  release,
  contract: 1,
  routes: mounts.filter(({ remote }) => remote === name).map(({ path }) => path),
  slots: name === 'mf_signing' ? SLOTS : [],
  needs: {},
  imports: {},
})

const soundManifest = (name: RemoteName) => ({
  name,
  metaData: { globalName: name, publicPath: 'auto', remoteEntry: { name: 'remoteEntry.js', path: '' } },
  shared: [],
  exposes: [{ path: './app' }],
})

/**
 * A build that may go live.
 * @param changed replaces or adds files
 */
export const writeSoundBuild = async (
  folder: string,
  name: RemoteName,
  release: string,
  changed: Files = {},
  contract: object = {},
): Promise<string> => {
  const root = await writeFiles(folder, name, release, {
    'mf-manifest.json': JSON.stringify(soundManifest(name)),
    'remoteEntry.js': `entry of ${release}`,
    'app.js': `script of ${release}`,
    'app.css': `.${name}-page { color: red }`,
    'prerender.json': JSON.stringify({ files: [], container: ['remoteEntry.js', 'app.js'], pages: [] }),
    'licences.json': '[]',
    'contract.json': JSON.stringify({ ...soundContract(name, release), ...contract }),
    ...changed,
  })
  const checks = { release, types: true, tests: true, at: '2026-11-23T12:00:00.000Z' }
  writeFileSync(join(root, 'dist/checks.json'), JSON.stringify(checks))
  return root
}
