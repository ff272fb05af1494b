import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { buildOfflineVerifier } from '../api/offline-verifier/build.ts'
import { buildFolder, readBuildRecord } from '../shared/build/release/build-record.ts'
import { releaseId } from '../shared/build/release/release-id.ts'
import { preparePdfjs } from '../shell/server/pdfjs.ts'
import { withLock } from '../shell/server/registry/with-lock.ts'
import { prepareLicences } from './licences/server-licences.ts'
import { boundToThisProcess, frontEnds, inWorkspace } from './workspace.ts'

const AT_ONCE = 2

/** Milliseconds; longer than any build. */
const BUILD_TIMEOUT_MS = 10 * 60_000

export class BuildError extends Error {
  override readonly name = 'BuildError'
}

const isUpToDate = (name: string): boolean => {
  const root = inWorkspace(name)
  const record = readBuildRecord(root)
  return record !== undefined && record.release === releaseId({ root }) && existsSync(buildFolder(root, record.release))
}

const build = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...boundToThisProcess.args, 'build.ts'], {
      cwd: inWorkspace(name),
      env: { ...process.env, ...boundToThisProcess.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk
      })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new BuildError(`${name} no se pudo construir:\n${output.trimEnd()}`)),
    )
  })

/** Concurrent builds would delete each other's files. */
const buildOnce = (name: string, log: (line: string) => void): Promise<void> =>
  withLock(inWorkspace(name, '.build', 'build.lock'), BUILD_TIMEOUT_MS, async () => {
    if (isUpToDate(name)) return
    const since = Date.now()
    await build(name)
    log(`  ${name} listo (${((Date.now() - since) / 1000).toFixed(1)} s)`)
  })

/**
 * Builds one front end if its sources changed.
 *
 * @throws BuildError
 */
export const buildFrontEnd = async (name: string, log: (line: string) => void): Promise<void> => {
  if (isUpToDate(name)) return
  log(`Construyendo ${name}…`)
  await buildOnce(name, log)
}

/**
 * Also builds the evidence page, and prepares the files of pdf.js and the
 * notices of the servers.
 * @throws BuildError
 */
export const buildFrontEnds = async (log: (line: string) => void): Promise<void> => {
  prepareLicences()
  const waiting: string[] = frontEnds.filter((name) => !isUpToDate(name))
  if (waiting.length > 0) log(`Construyendo ${waiting.join(', ')}…`)
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await buildOnce(name, log)
  }
  await Promise.all([preparePdfjs(), buildOfflineVerifier(), ...Array.from({ length: AT_ONCE }, work)])
}
