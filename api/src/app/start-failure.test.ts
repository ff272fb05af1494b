import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EnvironmentError } from 'shared/server'
import { ensurePlatformPki } from '../domain/pki/platform-pki.ts'
import { openPostgres } from '../platform/database/open-postgres.ts'
import { parseApiEnvironment } from '../platform/environment/environment.ts'
import { StorageUnavailableError } from '../platform/storage/storage-errors.ts'
import { refuseLostDatabase } from './open-stores.ts'
import { startFailure } from './start-failure.ts'

const DATABASE_URL = 'postgres://trazo:secreta@127.0.0.1:1/trazo'
const settings = parseApiEnvironment({ DATA_DIR: '/datos', KEYS_DIR: '/llaves' })
const onPostgres = parseApiEnvironment({ DATABASE_URL, DATA_DIR: '/datos' })

const failing = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: made to fail`), { code, syscall: 'write', ...(path && { path }) })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trazo-start-'))
})
afterEach(() => rm(folder, { recursive: true }))

test.each([
  [
    failing('EACCES', '/llaves/guest-token.key'),
    'No se puede escribir en /llaves. Da permisos a esa carpeta o elige otra con KEYS_DIR.',
  ],
  [
    failing('EROFS', '/datos/files'),
    'No se puede escribir en /datos. Da permisos a esa carpeta o elige otra con DATA_DIR.',
  ],
  [failing('ENOTDIR', '/datos/files'), '/datos no es una carpeta. Elige otra con DATA_DIR.'],
  [failing('ENOSPC', '/llaves/x.key'), 'No queda espacio en /llaves (KEYS_DIR). Libera espacio e inicia de nuevo.'],
  [failing('EADDRINUSE'), 'El puerto 8000 ya está en uso. Elige otro con API_PORT.'],
])('the message for the start failure %s names the variable to correct', (error, line) => {
  expect(startFailure(error, settings)).toBe(line)
})

test.each([
  [failing('28P01'), 'rechazó el usuario o la contraseña. Revisa DATABASE_URL.'],
  [failing('3D000'), 'no tiene esa base de datos. Revisa DATABASE_URL.'],
  [failing('57P03'), 'no responde. Revisa que esté en marcha y que DATABASE_URL sea correcta.'],
  [failing('25006'), 'no admite cambios. Revisa DATABASE_URL.'],
])('when PostgreSQL fails with %s, the start failure names DATABASE_URL', (error, end) => {
  expect(startFailure(error, onPostgres)).toBe(`El servidor PostgreSQL de DATABASE_URL (127.0.0.1:1) ${end}`)
})

test('when PostgreSQL does not respond, the start failure names DATABASE_URL without its password', async () => {
  const error = await openPostgres(DATABASE_URL, () => undefined).catch((reason: unknown) => reason)
  const line = startFailure(error, onPostgres)
  expect(line).toBe(
    'El servidor PostgreSQL de DATABASE_URL (127.0.0.1:1) no responde. Revisa que esté en marcha y que DATABASE_URL sea correcta.',
  )
  expect(line).not.toContain('secreta')
})

test('when the object storage is unavailable, the start failure names S3_ENDPOINT', () => {
  const s3 = { endpoint: 'https://almacen.example' } as NonNullable<typeof settings.s3>
  const line = startFailure(new StorageUnavailableError('away'), { ...settings, s3 })
  expect(line).toContain('S3_ENDPOINT (https://almacen.example) no responde')
})

test('when the clock is earlier than the keys, the start failure shows its date', async () => {
  const at = (iso: string) => ensurePlatformPki(folder, { now: () => new Date(iso) })
  await at('2026-01-01T00:00:00Z')
  const error = await at('2020-01-01T00:00:00Z').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(EnvironmentError)
  expect(startFailure(error, settings)).toMatch(/^El reloj del servidor marca 2020-01-01.*Corrige la hora/)
})

test('after a first start, the server refuses to create a missing database again', async () => {
  await expect(refuseLostDatabase(folder, 'DATA_DIR')).resolves.toBeUndefined()
  await writeFile(join(folder, 'last-start.json'), '{}')
  await expect(refuseLostDatabase(folder, 'DATA_DIR')).rejects.toThrow(
    /ya funcionó Trazo, y su base de datos \(DATA_DIR\) no está o está vacía\. Restaura la última copia/,
  )
})
