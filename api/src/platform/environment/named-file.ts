import { readFile } from 'node:fs/promises'
import { EnvironmentError } from 'shared/server'

type Refuse = (reason: string, cause?: unknown) => EnvironmentError

export const refusalForVariable =
  (variable: string): Refuse =>
  (reason, cause) =>
    new EnvironmentError(`Configuración inválida: ${variable} ${reason}.`, { cause })

/** @throws EnvironmentError that names the variable */
export const readNamedFile = (path: string, variable: string): Promise<Buffer> =>
  readFile(path).catch((cause: unknown) => {
    throw refusalForVariable(variable)(`nombra un archivo que no se puede leer (${path})`, cause)
  })
