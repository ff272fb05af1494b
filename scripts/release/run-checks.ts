import { readPassedChecks, writePassedChecks } from '../../shared/build/checks/passed-checks.ts'
import { readBuildRecord } from '../../shared/build/release/build-record.ts'
import { releaseId } from '../../shared/build/release/release-id.ts'
import { runCommand, runNode } from '../test/run-command.ts'
import { inWorkspace } from '../workspace.ts'

/** The output has already said what. */
class CheckError extends Error {
  override readonly name = 'CheckError'
}

const JEST = ['--no-sparkplug', '--no-memory-protection-keys', 'node_modules/jest/bin/jest.js']

const requirePass = (code: number, what: string): void => {
  if (code !== 0) throw new CheckError(`${what} no pasan. No se publicó nada.`)
}

/**
 * Types and tests of the checkout, unless they are recorded.
 * @returns the release that its sources make
 * @throws CheckError
 */
export const runChecks = async (name: string, log: (line: string) => void): Promise<string> => {
  const root = inWorkspace(name)
  const release = releaseId({ root })
  if (readPassedChecks(root, release)) return release
  log(`Revisando tipos y pruebas de ${name}…`)
  const quietly = { cwd: root, output: 'on-failure' } as const
  requirePass(await runCommand(inWorkspace('node_modules/.bin/tsc'), ['-b'], quietly), `Los tipos de ${name}`)
  requirePass(await runNode(JEST, quietly), `Las pruebas de ${name}`)
  return release
}

/** @throws CheckError if the sources have changed since */
export const recordChecks = async (name: string, release: string): Promise<void> => {
  const root = inWorkspace(name)
  if (readBuildRecord(root)?.release !== release)
    throw new CheckError(`Los fuentes de ${name} cambiaron mientras se revisaban. Inténtalo de nuevo.`)
  if (readPassedChecks(root, release)) return
  await writePassedChecks(root, { release, types: true, tests: true, at: new Date().toISOString() })
}

/** @throws CheckError without a record */
export const requireChecks = (name: string, root: string): void => {
  const release = readBuildRecord(root)?.release
  if (release !== undefined && !readPassedChecks(root, release))
    throw new CheckError(
      `Quien construyó ${root} no dejó constancia de que pasaron los tipos y las pruebas: ejecuta pnpm release ${name} --check donde están los fuentes, o remote release en su repositorio. No se publicó nada.`,
    )
}
