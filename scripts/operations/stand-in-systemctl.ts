import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommands, readUnit, readVariables } from './read-unit.ts'

/*
 * `systemctl` where no systemd runs: starts and stops services
 * with the commands, users and variables of their units.
 */
const UNITS = '/etc/systemd/system'
const PACKAGED_UNITS = '/lib/systemd/system'
const STATE = '/run'
const STOP_SIGNAL = 'SIGTERM'
/** Milliseconds. */
const STOP_TIMEOUT = 30_000
const POLL = 100

const pidFile = (name: string): string => join(STATE, `${name}.pid`)

const isRunning = (pid: number): boolean => {
  // A process that has ended and was not waited for is a zombie.
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : 'State:\tZ'
  return !/^State:\s+Z/m.test(status)
}

const stop = async (name: string): Promise<void> => {
  if (!existsSync(pidFile(name))) return
  const pid = Number(readFileSync(pidFile(name), 'utf8'))
  if (isRunning(pid)) process.kill(pid, STOP_SIGNAL)
  for (const end = Date.now() + STOP_TIMEOUT; isRunning(pid); await new Promise((resolve) => setTimeout(resolve, POLL)))
    if (Date.now() > end) throw new Error(`${name} does not stop`)
  rmSync(pidFile(name))
}

const start = (name: string): void => {
  const unit = readUnit(readFileSync(join(UNITS, name), 'utf8'))
  const { user, stateFolder, environmentFile } = unit
  if (stateFolder !== undefined) execFileSync('install', ['-d', '-o', user, '-g', user, '-m', '700', stateFolder])
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...unit.environment,
    ...(environmentFile === undefined ? {} : readVariables(readFileSync(environmentFile, 'utf8'))),
  }
  const args = [`--reuid=${user}`, `--regid=${user}`, '--init-groups', '--no-new-privs', '--', ...unit.command]
  const log = openSync(join(STATE, `${name}.log`), 'a')
  const options = { cwd: unit.folder, env, stdio: ['ignore', log, log] as ['ignore', number, number] }
  if (unit.type === 'oneshot') {
    const { status } = spawnSync('setpriv', args, options)
    if (status !== 0) throw new Error(`${name} ended with ${status}`)
    return
  }
  const child = spawn('setpriv', args, { ...options, detached: true })
  writeFileSync(pidFile(name), String(child.pid))
  child.unref()
}

/** Of Debian's own service. A check of its configuration leaves an empty file. */
const nginx = (verb: string): void => {
  const isOn = existsSync('/run/nginx.pid') && readFileSync('/run/nginx.pid', 'utf8').trim() !== ''
  execFileSync('nginx', verb === 'stop' ? ['-s', 'stop'] : isOn ? ['-s', 'reload'] : [])
}

/** `postgresql` and `postfix` are units without a program: their generators start a template for each of these. */
const instancesOf: Readonly<Record<string, () => string[]>> = {
  'postfix.service': () => ['-'],
  'postgresql.service': () =>
    readdirSync('/etc/postgresql').flatMap((version) =>
      readdirSync(join('/etc/postgresql', version)).map((cluster) => `${version}-${cluster}`),
    ),
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  start: ['ExecStartPre', 'ExecStart'],
  stop: ['ExecStop'],
  reload: ['ExecReload'],
  restart: ['ExecStop', 'ExecStartPre', 'ExecStart'],
}

/** With the commands of the package's template. Of Debian's two, each starts in the background. */
const controlInstances = (verb: string, name: string, instances: readonly string[]): void => {
  const unit = readFileSync(join(PACKAGED_UNITS, name.replace('.', '@.')), 'utf8')
  for (const instance of instances)
    for (const key of KEYS[verb] ?? [])
      for (const [program = '', ...args] of readCommands(unit, key, instance)) {
        const { status } = spawnSync(program, args, { stdio: 'inherit' })
        // What does not run cannot be stopped; a start is checked.
        if (status !== 0 && key !== 'ExecStop') throw new Error(`${program} of ${name} ended with ${status}`)
      }
}

const apply = async (verb: string, name: string): Promise<void> => {
  if (name === 'nginx.service') return nginx(verb)
  const instances = instancesOf[name]
  if (instances !== undefined) return controlInstances(verb, name, instances())
  if (verb !== 'start') await stop(name)
  if (verb !== 'stop' && name.endsWith('.service')) start(name)
}

const [verb = '', ...given] = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const names = given.map((name) => (name.includes('.') ? name : `${name}.service`))
if (['start', 'stop', 'restart', 'reload'].includes(verb)) for (const name of names) await apply(verb, name)
else if (verb === 'enable') for (const name of names) readFileSync(join(UNITS, name))
// Scripts of packages ask whether units are active or enabled, and for the version (no verb).
else if (verb === '' || verb.startsWith('is-')) process.exitCode = 1
else if (!['daemon-reload', 'preset'].includes(verb)) throw new Error(`systemctl ${verb} is not known here`)
