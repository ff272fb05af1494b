import { access, constants, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode, isMissingFile } from 'shared/server'
import { causeText, type DoctorFinding, type DoctorOptions, findingsOf } from './finding.ts'

const MEGABYTE = 1024 * 1024
/** Uploads fail below this. */
const FREE_NEEDED = 256 * MEGABYTE
/** Warns below this. */
const FREE_WANTED = 2048 * MEGABYTE

const { ok, warning, error } = findingsOf('disk')

const inWords = (bytes: number): string =>
  bytes < 1024 * MEGABYTE ? `${Math.floor(bytes / MEGABYTE)} MB` : `${(bytes / (1024 * MEGABYTE)).toFixed(1)} GB`

/** Or its nearest existing ancestor. */
const nearest = async (folder: string): Promise<string> => {
  const known = await stat(folder).catch(() => undefined)
  return known !== undefined || dirname(folder) === folder ? folder : nearest(dirname(folder))
}

/** @throws on failure or different bytes */
export const tryOut = async (folder: string): Promise<void> => {
  const path = join(folder, `.doctor-${process.pid}`)
  const bytes = `prueba ${process.pid}`
  try {
    await writeFile(path, bytes, { flush: true, mode: 0o600 })
    if ((await readFile(path, 'utf8')) !== bytes) throw new Error('lo leído no es lo escrito')
  } finally {
    await rm(path, { force: true })
  }
}

const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: 'Da la carpeta al usuario que ejecuta la API: chown -R <usuario> y chmod 700.',
  EPERM: 'Da la carpeta al usuario que ejecuta la API: chown -R <usuario> y chmod 700.',
  EROFS: 'El disco está montado como solo lectura. Móntalo con escritura o elige otra carpeta con DATA_DIR.',
  ENOSPC: 'El disco está lleno. Libera espacio o mueve DATA_DIR a uno más grande.',
  ENOTDIR: 'DATA_DIR debe nombrar una carpeta, y ahí hay un archivo.',
}

const refusedBy = (folder: string, problem: unknown): DoctorFinding =>
  error(
    `No se puede escribir en ${folder}: ${causeText(problem)}.`,
    REMEDIES[errorCode(problem)] ?? 'Revisa los permisos de la carpeta y el estado del disco.',
  )

const examineSpace = async ({ environment, spaceOf }: DoctorOptions): Promise<DoctorFinding> => {
  const { free, total } = await spaceOf(await nearest(environment.dataDir))
  const words = `Quedan ${inWords(free)} de ${inWords(total)}`
  const remedy = 'Agranda el disco de DATA_DIR, o borra lo que no es de Trazo.'
  if (free < FREE_NEEDED) return error(`${words}: los próximos documentos no van a caber.`, remedy)
  if (free < FREE_WANTED) return warning(`${words}.`, remedy)
  return ok(`${words}.`)
}

/** DATA_DIR may be missing before the first start. */
export const examineDisk = async (options: DoctorOptions): Promise<DoctorFinding[]> => {
  const { dataDir } = options.environment
  const space = await examineSpace(options)
  try {
    const exists = await stat(dataDir).catch((problem: unknown) => {
      if (isMissingFile(problem)) return undefined
      throw problem
    })
    if (exists === undefined) {
      await access(await nearest(dataDir), constants.W_OK)
      return [ok(`${dataDir} se creará en el primer inicio.`), space]
    }
    // No change for a folder, error for a file.
    await mkdir(dataDir, { recursive: true })
    await tryOut(dataDir)
    return [ok(`${dataDir} admite archivos.`), space]
  } catch (problem) {
    return [refusedBy(dataDir, problem), space]
  }
}
