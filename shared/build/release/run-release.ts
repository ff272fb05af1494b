import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChunkGroup, Compilation } from 'webpack'
import webpack from 'webpack'
import { type FrontEnd, isShell } from '../front-end.ts'
import { hashesOf, vouchForEntry } from '../integrity/entry-integrity.ts'
import { integrityOfFile, writeIntegrityRecord } from '../integrity/integrity.ts'
import { LICENCES_RECORD } from '../licences/licence.ts'
import { bundledLicences } from '../licences/module-licences.ts'
import { prerenderScript, takeScript, writePrerenderRecord } from '../prerender/prerender-script.ts'
import { webpackPreset } from '../webpack/preset.ts'
import { sharedRange } from '../webpack/sharing.ts'
import { type BuildRecord, buildFolder, readBuildRecord } from './build-record.ts'
import { contractOf, writeContract } from './contract-record.ts'
import { precompressFolder } from './precompress.ts'
import { readPageImports } from './read-app.ts'
import { releaseId } from './release-id.ts'
import { offeredExports, usedExports } from './shared-exports.ts'

const APP = 'src/app.tsx'

const isLoadable = (file: string): boolean => /\.(js|css)$/.test(file)

/** Scripts and style sheets that every page of the remote loads. */
const containerFiles = ({ namedChunks }: Compilation, container: string): string[] =>
  [container, 'app'].flatMap((name) => [...(namedChunks.get(name)?.files ?? [])]).filter(isLoadable)

/**
 * @returns by route, files beyond those of the container; pages that
 * `app.tsx` imports statically have none
 */
const routeFiles = (compilation: Compilation, root: string): Record<string, string[]> => {
  const app = join(root, APP)
  const isFor = ({ origins }: ChunkGroup, requests: readonly string[]): boolean =>
    origins.some(({ module, request }) => module?.nameForCondition() === app && requests.includes(request ?? ''))
  const filesFor = (requests: readonly string[]): string[] =>
    compilation.chunkGroups.filter((group) => isFor(group, requests)).flatMap((group) => group.getFiles())
  return Object.fromEntries(
    [...readPageImports(readFileSync(app, 'utf8'))].map(([path, requests]) => [
      path,
      [...new Set(filesFor(requests).filter(isLoadable))],
    ]),
  )
}

const compile = (configuration: webpack.Configuration): Promise<webpack.Compilation> =>
  new Promise((resolve, reject) => {
    const compiler = webpack(configuration)
    compiler.run((error, stats) => {
      compiler.close(() => undefined)
      if (error || !stats) reject(error ?? new Error('webpack returned neither error nor statistics'))
      else if (stats.hasErrors()) reject(new Error(stats.toString({ preset: 'errors-only', colors: false })))
      else {
        if (stats.hasWarnings()) console.warn(stats.toString({ preset: 'errors-warnings', colors: false }))
        resolve(stats.compilation)
      }
    })
  })

const MANIFEST = 'mf-manifest.json'
/** Unused at run time. */
const STATS = 'mf-stats.json'

const preparePrerender = async (
  frontEnd: FrontEnd,
  release: string,
  output: string,
  compilation: webpack.Compilation,
): Promise<webpack.Compilation[]> => {
  const { root, name, prerender, served = {} } = frontEnd
  const container = [MANIFEST, ...containerFiles(compilation, name)]
  const routes = routeFiles(compilation, root)
  const pages = prerender?.pages ?? []
  const files = [...new Set([...container, ...pages.flatMap((page) => routes[page] ?? [])])]
  const further = prerender?.script ? [await compile(prerenderScript(frontEnd, prerender.script, release, output))] : []
  const script = prerender?.script ? await takeScript(output) : ''
  const integrity = await hashesOf(output, [...new Set([...container, ...Object.values(routes).flat()])])
  await writePrerenderRecord(output, {
    script,
    modules: Object.values(served),
    files,
    container,
    routes,
    pages,
    integrity,
  })
  return further
}

/** Publishing makes copies. */
const removeOthers = async (dist: string, keep: string): Promise<void> => {
  for (const name of await readdir(dist))
    if (![keep, 'build.json', 'checks.json'].includes(name))
      await rm(join(dist, name), { recursive: true, force: true })
}

/**
 * Writes `dist/build.json` last: a record always has a complete build.
 * Skips unchanged sources.
 */
export const buildRelease = async (frontEnd: FrontEnd): Promise<{ record: BuildRecord; built: boolean }> => {
  const release = releaseId(frontEnd)
  const folder = buildFolder(frontEnd.root, release)
  const present = readBuildRecord(frontEnd.root)
  if (present?.release === release && existsSync(folder)) return { record: present, built: false }

  const dist = join(frontEnd.root, 'dist')
  const output = join(dist, `.unfinished-${process.pid}`)
  await mkdir(output, { recursive: true })
  try {
    const compilation = await compile(webpackPreset({ frontEnd, mode: 'release', release, output }))
    const compilations = [compilation]
    if (!isShell(frontEnd)) {
      await vouchForEntry(output, MANIFEST)
      compilations.push(...(await preparePrerender(frontEnd, release, output, compilation)))
    }
    await rm(join(output, STATS), { force: true })
    await writeFile(join(output, LICENCES_RECORD), JSON.stringify(bundledLicences(compilations, frontEnd.root)))
    const identifiers = [...compilation.modules].map((module) => module.identifier())
    const exports = isShell(frontEnd) ? offeredExports(compilation) : usedExports(compilation)
    await writeContract(output, contractOf(frontEnd, release, identifiers, exports))
    const hashes = isShell(frontEnd)
      ? { integrity: null, files: null }
      : { integrity: await integrityOfFile(join(output, MANIFEST)), files: await writeIntegrityRecord(output) }
    await precompressFolder(output)
    const record = { name: frontEnd.name, release, shared: sharedRange(), ...hashes }
    await rm(folder, { recursive: true, force: true })
    await rename(output, folder)
    const unfinished = join(dist, `.build-${process.pid}.json`)
    await writeFile(unfinished, `${JSON.stringify(record, undefined, 2)}\n`)
    await rename(unfinished, join(dist, 'build.json'))
    await removeOthers(dist, release)
    return { record, built: true }
  } finally {
    await rm(output, { recursive: true, force: true })
  }
}
