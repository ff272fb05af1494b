import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BackupError, PassingError } from './backup-error.ts'

/** The driver's names → libpq's. */
const sslModes: Readonly<Record<string, string>> = { 'no-verify': 'require' }

const settingsOf = (parameters: URLSearchParams): Record<string, string> => {
  const settings: Record<string, string> = {}
  const mode = parameters.get('sslmode')
  if (mode !== null) settings.PGSSLMODE = sslModes[mode] ?? mode
  for (const name of ['sslrootcert', 'sslcert', 'sslkey', 'host']) {
    const value = parameters.get(name)
    if (value !== null) settings[`PG${name.toUpperCase()}`] = value
  }
  return settings
}

/** Of libpq and PostgreSQL, in English. */
const AWAY =
  /Connection refused|timeout expired|server closed the connection|could not translate host name|the database system is|too many clients/

const programFailure = (program: string, cause: Error): BackupError => {
  const stderr: unknown = Reflect.get(cause, 'stderr')
  const Kind = AWAY.test(String(stderr)) ? PassingError : BackupError
  return new Kind(`${program} falló. ¿Está instalado postgresql-client, de la versión del servidor?`, { cause })
}

/** The environment hides the password from `ps`. */
export const runPostgres = async (program: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]) => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const env = {
    ...process.env,
    LC_ALL: 'C',
    PGHOST: hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    ...settingsOf(searchParams),
  }
  const database = decodeURIComponent(pathname.slice(1))
  await promisify(execFile)(program, [...args, `--dbname=${database}`], { env }).catch((cause: Error) => {
    throw programFailure(program, cause)
  })
}
