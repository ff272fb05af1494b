import { sep } from 'node:path'
import { SignatureError } from 'pdf/cms'
import { EnvironmentError } from 'shared/server'
import { SigningUnavailableError, signingUnavailable } from '../domain/signing/prove-signing.ts'
import { classifyDatabaseError, isDamaged, isLocked } from '../platform/database/database-failure.ts'
import type { ApiEnvironment } from '../platform/environment/environment.ts'
import { classifyDiskError } from '../platform/storage/disk-failure.ts'
import { StorageUnavailableError } from '../platform/storage/storage-errors.ts'

type Settings = Pick<ApiEnvironment, 'apiPort' | 'dataDir' | 'keysDir' | 'databaseUrl' | 's3'>

const errorProperty = (error: unknown, name: 'code' | 'path'): string => {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : ''
}

/** Without user and password. */
const serverOf = (url: string): string => new URL(url).host

const refusals: Readonly<Record<string, string>> = {
  '28P01': 'rechazó el usuario o la contraseña',
  '28000': 'rechazó al usuario',
  '3D000': 'no tiene esa base de datos',
  '42501': 'no le da permisos suficientes al usuario',
}

const folderTexts = {
  full: (folder: string, name: string) => `No queda espacio en ${folder} (${name}). Libera espacio e inicia de nuevo.`,
  'read-only': (folder: string, name: string) =>
    `No se puede escribir en ${folder}. Da permisos a esa carpeta o elige otra con ${name}.`,
} as const

const folderFailure = (error: unknown, { dataDir, keysDir }: Settings): string | undefined => {
  const path = errorProperty(error, 'path')
  const [folder, name] =
    path === keysDir || path.startsWith(keysDir + sep) ? [keysDir, 'KEYS_DIR'] : [dataDir, 'DATA_DIR']
  const code = errorProperty(error, 'code')
  if (classifyDiskError(error) === 'full') return folderTexts.full(folder, name)
  if (['EACCES', 'EROFS', 'EPERM'].includes(code)) return folderTexts['read-only'](folder, name)
  if (['ENOTDIR', 'EEXIST'].includes(code)) return `${folder} no es una carpeta. Elige otra con ${name}.`
  return undefined
}

const databaseFailure = (error: unknown, { databaseUrl, dataDir }: Settings): string | undefined => {
  if (isLocked(error)) return 'Otro proceso tiene ocupada la base de datos. Espera a que termine e inicia de nuevo.'
  if (isDamaged(error))
    return 'La base de datos está dañada o no es de Trazo. Restaura la última copia de seguridad (docs/operations.md).'
  const failure = classifyDatabaseError(error)
  if (databaseUrl === null) {
    if (failure === 'unavailable') return `No se puede abrir la base de datos en ${dataDir} (DATA_DIR).`
    return failure && folderTexts[failure](dataDir, 'DATA_DIR')
  }
  const server = `El servidor PostgreSQL de DATABASE_URL (${serverOf(databaseUrl)})`
  const refusal = refusals[errorProperty(error, 'code')]
  if (refusal !== undefined) return `${server} ${refusal}. Revisa DATABASE_URL.`
  if (failure === 'read-only') return `${server} no admite cambios. Revisa DATABASE_URL.`
  if (failure === 'full') return `${server} no tiene espacio. Libera espacio e inicia de nuevo.`
  return failure && `${server} no responde. Revisa que esté en marcha y que DATABASE_URL sea correcta.`
}

/** @returns one Spanish line for the operator, without secrets */
export const startFailure = (error: unknown, settings: Settings | undefined): string => {
  if (error instanceof EnvironmentError || error instanceof SigningUnavailableError) return error.message
  if (error instanceof SignatureError) return signingUnavailable(error).message
  const unknown = `No se pudo iniciar la API: ${error instanceof Error ? error.message : String(error)}`
  if (settings === undefined) return unknown
  if (errorProperty(error, 'code') === 'EADDRINUSE')
    return `El puerto ${settings.apiPort} ya está en uso. Elige otro con API_PORT.`
  if (error instanceof StorageUnavailableError && settings.s3 !== null)
    return `El almacenamiento de S3_ENDPOINT (${settings.s3.endpoint}) no responde. Revisa que esté en marcha y S3_ENDPOINT.`
  return folderFailure(error, settings) ?? databaseFailure(error, settings) ?? unknown
}
