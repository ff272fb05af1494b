import { readPassedChecks } from '../../shared/build/checks/passed-checks.ts'
import { passChecks } from '../../shared/build/command/pass-checks.ts'
import { readBuildRecord } from '../../shared/build/release/build-record.ts'
import { inWorkspace } from '../workspace.ts'

/** The output names the problem. */
export class CheckError extends Error {
  override readonly name = 'CheckError'
}

export const requirePass = async (name: string): Promise<void> => {
  if ((await passChecks(inWorkspace(name))) !== 0)
    throw new CheckError(`Los tipos o las pruebas de ${name} no pasan. No se publicó nada.`)
}

/** @throws CheckError without a record */
export const requireChecks = (name: string, root: string): void => {
  const release = readBuildRecord(root)?.release
  if (release !== undefined && !readPassedChecks(root, release))
    throw new CheckError(
      `Quien construyó ${root} no dejó constancia de que pasaron los tipos y las pruebas: ejecuta pnpm release ${name} --check donde están los fuentes, o remote release en su repositorio. No se publicó nada.`,
    )
}
