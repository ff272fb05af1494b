import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callSite } from './call-site.ts'

const unitFiles = (): string[] =>
  readdirSync('/etc/systemd/system')
    .filter((name) => name.startsWith('trazo-'))
    .map((name) => join('/etc/systemd/system', name))

const processOf = (name: string): { readonly user: string; readonly megabytes: number } => {
  const pid = readFileSync(`/run/${name}.service.pid`, 'utf8')
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const user = execFileSync('stat', ['-c', '%U', `/proc/${pid}`], { encoding: 'utf8' }).trim()
  return { user, megabytes: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024) }
}

const output = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8' })

export const checkServices = (): void => {
  for (const name of ['trazo-api', 'trazo-site']) assert.equal(processOf(name).user, 'trazo')
  assert.match(callSite('/'), /<title>/)
  callSite('/readyz')
  assert.equal(output('stat', '-c', '%a %U', '/etc/trazo/trazo.env'), '600 root\n')
}

export const checkInstallation = (): void => {
  output('systemd-analyze', 'verify', ...unitFiles())
  const writable = ['(', '!', '-user', 'root', '-o', '-perm', '/022', ')']
  assert.equal(output('find', '/opt/trazo', '!', '-type', 'l', ...writable), '')
  checkServices()
}

/** The rights of the role `trazo` end at its database, and other roles do not reach that. */
export const checkDatabaseRole = (): void => {
  const ask = (query: string): string => output('runuser', '-u', 'postgres', '--', 'psql', '-tAc', query).trim()
  const rights = ['rolsuper', 'rolcreatedb', 'rolcreaterole', 'rolreplication', 'rolbypassrls']
  assert.equal(ask(`select ${rights.join(' or ')} from pg_roles where rolname = 'trazo'`), 'f')
  assert.equal(ask("select has_database_privilege('public', 'trazo', 'connect')"), 'f')
  assert.notEqual(ask(`select count(*) from pg_stat_activity where usename = 'trazo' and datname = 'trazo'`), '0')
}

export const checkNightlyBackup = (): void => {
  output('systemctl', 'start', 'trazo-backup.service')
  const [made = ''] = readdirSync('/var/backups/trazo').filter((name) => name.endsWith('Z'))
  assert.ok(existsSync(join('/var/backups/trazo', made, 'contents.json')))
}

export const printFigures = (): void => {
  const [size = ''] = output('du', '-sm', '/opt/trazo').split('\t')
  const memory = ['trazo-api', 'trazo-site'].map((name) => `${name} ${processOf(name).megabytes} MB`)
  console.log(`Código: ${size} MB. Memoria: ${memory.join(', ')}.`)
}
