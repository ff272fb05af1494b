import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inWorkspace } from '../workspace.ts'
import { operationsBlocks } from './page-commands.ts'

/*
 * Inside the namespace of `main.ts`: runs the blocks of the page in
 * their order, and looks at the installation after each of them.
 */
const HOST = 'firmas.example'
const [, , scratch = ''] = process.argv

const standIn = (): void => {
  const program = join(scratch, 'bin/systemctl')
  const script = inWorkspace('scripts/operations/stand-in-systemctl.ts')
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${script} "$@"\n`)
  chmodSync(program, 0o755)
}

const env = { ...process.env, PATH: `${join(scratch, 'bin')}:${process.env.PATH}` }

const runBlock = (line: number, text: string): void => {
  console.log(`docs/operations.md:${line}\n${text.trimEnd()}`)
  const { status } = spawnSync('bash', ['-euo', 'pipefail', '-c', text], { cwd: inWorkspace(), env, stdio: 'inherit' })
  if (status === 0) return
  for (const name of readdirSync('/run').filter((file) => file.endsWith('.log')))
    console.error(`${name}:\n${readFileSync(join('/run', name), 'utf8').slice(-3000)}`)
  throw new Error(`the block at docs/operations.md:${line} ended with ${status}`)
}

/** A separate process: this one waits for commands. */
const startMailServer = (): void =>
  spawn(process.execPath, [inWorkspace('scripts/operations/take-mails.ts')], { stdio: 'inherit' }).unref()

/** Through nginx, with TLS. */
const call = (path: string, ...args: readonly string[]): string =>
  execFileSync(
    'curl',
    [
      ...['--silent', '--show-error', '--fail-with-body', '--insecure', '--resolve', `${HOST}:443:127.0.0.1`],
      ...[...args, `https://${HOST}${path}`],
    ],
    { encoding: 'utf8' },
  )

/** A started service needs a moment. */
const waitUntilReady = (): void => {
  for (const path of ['/readyz', '/home/api/signing-agent/'])
    call(path, '--retry', '120', '--retry-delay', '1', '--retry-all-errors')
}

const person = {
  username: 'olga',
  email: 'olga@example.com',
  password: 'una clave larga de prueba',
  password_confirmation: 'una clave larga de prueba',
  first_name: 'Olga',
  last_name: 'Mora',
  phone: '+506 8888-8888',
}

/** One empty page. */
const emptyPdf = (): string => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> >>',
  ]
  const bodies = objects.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`)
  const header = '%PDF-1.7\n'
  const starts = bodies.map((_, index) => header.length + bodies.slice(0, index).join('').length)
  const table = ['0000000000 65535 f ', ...starts.map((start) => `${String(start).padStart(10, '0')} 00000 n `)]
  const end = header.length + bodies.join('').length
  const trailer = `trailer\n<< /Size ${table.length} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`
  return `${header}${bodies.join('')}xref\n0 ${table.length}\n${table.join('\n')}\n${trailer}`
}

/** @returns the bearer token of a session */
const openAccount = (): string => {
  const body = JSON.stringify(person)
  const { access_token: token } = JSON.parse(
    call('/api/auth/register/', '-H', 'content-type: application/json', '-d', body),
  )
  assert.equal(typeof token, 'string')
  const file = join(scratch, 'contrato.pdf')
  writeFileSync(file, emptyPdf())
  const parts = ['-F', 'file_type_id=1', '-F', `file=@${file};type=application/pdf`]
  call('/home/api/files/', '-H', `authorization: Bearer ${token}`, ...parts)
  return token
}

const checkDocument = (token: string): void => {
  const authorization = ['-H', `authorization: Bearer ${token}`]
  const [document] = JSON.parse(call('/home/api/files/', ...authorization))
  assert.equal(document.original_filename, 'contrato.pdf')
  assert.match(call(document.download_url, ...authorization), /^%PDF-/)
}

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
  execFileSync(program, args, { encoding: 'utf8', env })

const checkServices = (): void => {
  for (const name of ['trazo-api', 'trazo-site']) assert.equal(processOf(name).user, 'trazo')
  assert.match(call('/'), /<title>/)
  call('/readyz')
}

const checkInstallation = (): void => {
  output('systemd-analyze', 'verify', ...unitFiles())
  const writable = ['(', '!', '-user', 'root', '-o', '-perm', '/022', ')']
  assert.equal(output('find', '/opt/trazo', '!', '-type', 'l', ...writable), '')
  assert.equal(output('stat', '-c', '%a %U', '/etc/trazo/trazo.env'), '600 root\n')
  checkServices()
}

const checkNightlyBackup = (): void => {
  output('systemctl', 'start', 'trazo-backup.service')
  const [made = ''] = readdirSync('/var/backups/trazo').filter((name) => name.endsWith('Z'))
  assert.ok(existsSync(join('/var/backups/trazo', made, 'contents.json')))
}

const printFigures = (): void => {
  const [size = ''] = output('du', '-sm', '/opt/trazo').split('\t')
  const memory = ['trazo-api', 'trazo-site'].map((name) => `${name} ${processOf(name).megabytes} MB`)
  console.log(`Código: ${size} MB. Memoria: ${memory.join(', ')}.`)
}

const followPage = (): void => {
  standIn()
  startMailServer()
  appendFileSync('/etc/hosts', `127.0.0.1 ${HOST}\n`)
  let token: string | undefined
  for (const { line, kind, text } of operationsBlocks()) {
    if (kind !== 'run') continue
    runBlock(line, text)
    if (token === undefined) {
      waitUntilReady()
      checkInstallation()
      token = openAccount()
    }
    waitUntilReady()
    checkDocument(token)
  }
  assert.ok(token !== undefined, 'the page installs nothing')
  checkServices()
  checkNightlyBackup()
  printFigures()
}

followPage()
