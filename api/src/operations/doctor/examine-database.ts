import { EnvironmentError, errorCode } from 'shared/server'
import { migrationsFor, unknownMigrations } from '../../platform/database/migrations/index.ts'
import { causeText, type DoctorFinding, findingsOf } from './finding.ts'
import type { ReadOnlyDatabase } from './open-read-only-database.ts'

const { ok, warning, error } = findingsOf('database')

const REMEDIES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Inicia PostgreSQL, y revisa el host y el puerto de DATABASE_URL.',
  ENOTFOUND: 'El host de DATABASE_URL no existe. Revisa cómo está escrito.',
  '28P01': 'El usuario o la contraseña de DATABASE_URL no son correctos.',
  '28000': 'PostgreSQL no deja entrar a ese usuario desde aquí: revisa pg_hba.conf.',
  '3D000': 'La base que nombra DATABASE_URL no existe. Créala: createdb -E UTF8 <base>.',
  EACCES: 'Da el archivo trazo.sqlite al usuario que ejecuta la API.',
}

export const unreachableDatabase = (problem: unknown): DoctorFinding =>
  error(
    `No se puede abrir la base de datos: ${causeText(problem)}.`,
    REMEDIES[errorCode(problem)] ?? 'Revisa que la base esté en marcha, o recupérala del último respaldo.',
  )

/** All values of all rows. */
export const queryTexts = async (ledger: ReadOnlyDatabase, statement: string): Promise<string[]> =>
  (await ledger.rows(statement)).flatMap((row) => Object.values(row).map(String))

/** @throws EnvironmentError if this version cannot migrate the database */
const examineMigrations = async (ledger: ReadOnlyDatabase): Promise<DoctorFinding> => {
  const done = await queryTexts(ledger, 'select name from kysely_migration order by name').catch((): string[] => [])
  const migrations = migrationsFor(done)
  const unknown = unknownMigrations(done, migrations)
  const missing = Object.keys(migrations).filter((name) => !done.includes(name))
  if (unknown.length > 0)
    return error(
      `La base es de una versión más nueva de Trazo (${unknown.join(', ')}).`,
      'Instala esa versión, o recupera el respaldo que se hizo antes de actualizar.',
    )
  if (done.length === 0) return ok('Las tablas se crearán en el primer inicio.')
  if (missing.length > 0)
    return warning(
      `A la base le faltan ${missing.length} migraciones (${missing[0]}…).`,
      'El próximo inicio las aplica. Haz antes un respaldo.',
    )
  return ok(`Responde y tiene las ${done.length} migraciones.`)
}

const examineFile = async (ledger: ReadOnlyDatabase): Promise<DoctorFinding[]> => {
  const [verdict] = await queryTexts(ledger, 'PRAGMA quick_check(1)')
  if (verdict === 'ok') return []
  return [error(`El archivo de la base está dañado: ${verdict}.`, 'Detén la API y recupera el último respaldo.')]
}

const OLDEST_SERVER = 140_000

const examineServer = async (ledger: ReadOnlyDatabase): Promise<DoctorFinding[]> => {
  const [version = '0'] = await queryTexts(ledger, 'show server_version_num')
  const [encoding] = await queryTexts(ledger, 'show server_encoding')
  const findings: DoctorFinding[] = []
  if (Number(version) < OLDEST_SERVER)
    findings.push(error(`PostgreSQL es de una versión anterior a la 14 (${version}).`, 'Actualiza PostgreSQL.'))
  if (encoding !== 'UTF8')
    findings.push(error(`La base guarda texto como ${encoding}.`, 'Créala de nuevo con: createdb -E UTF8 <base>.'))
  return findings
}

export const examineDatabase = async (ledger: ReadOnlyDatabase | null): Promise<DoctorFinding[]> => {
  if (ledger === null) return [ok('Se creará en el primer inicio.')]
  try {
    const own = ledger.kind === 'sqlite' ? await examineFile(ledger) : await examineServer(ledger)
    return [...own, await examineMigrations(ledger)]
  } catch (problem) {
    if (problem instanceof EnvironmentError) return [error(problem.message, 'Haz antes un respaldo.')]
    return [unreachableDatabase(problem)]
  }
}
