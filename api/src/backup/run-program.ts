import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BackupError } from './backup-error.ts'

/** Runs one of PostgreSQL's programs; the password travels in its environment, where `ps` does not show it. */
export const runPostgres = async (program: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]) => {
  const { hostname, port, username, password, pathname } = new URL(url)
  const env = {
    ...process.env,
    PGHOST: hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
  }
  const database = decodeURIComponent(pathname.slice(1))
  await promisify(execFile)(program, [...args, `--dbname=${database}`], { env }).catch((cause: unknown) => {
    throw new BackupError(`${program} falló. ¿Está instalado postgresql-client, de la versión del servidor?`, { cause })
  })
}
