import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { inWorkspace } from '../workspace.ts'
import { SITE_HOST, waitUntilReady } from './call-site.ts'
import {
  checkDatabaseRole,
  checkInstallation,
  checkNightlyBackup,
  checkServices,
  printFigures,
} from './check-installation.ts'
import { operationsBlocks } from './page-commands.ts'
import { isMailServerInstalled, receivePeoplesMails } from './people-mailbox.ts'
import { runBlock } from './run-block.ts'
import { checkSignedDocument, makeSignedDocument, type SignedDocument } from './sign-a-document.ts'

/*
 * Inside the namespace of `main.ts`: runs the blocks of the page in their order, first those of an installation with SQLite,
 * then those of one with PostgreSQL, and looks at the installation after each of them.
 */
const [, , scratch = ''] = process.argv

const writeProgram = (path: string, text: string): void => {
  rmSync(path, { force: true })
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
}

const quietly = (program: string, ...args: readonly string[]): void => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** As on a new machine, except that packages do not start their services: no systemd runs. */
const prepareMachine = (): void => {
  const script = inWorkspace('scripts/operations/stand-in-systemctl.ts')
  writeProgram('/usr/bin/systemctl', `exec ${process.execPath} ${script} "$@"`)
  writeProgram('/usr/sbin/policy-rc.d', 'exit 101')
  appendFileSync('/etc/hosts', `127.0.0.1 ${SITE_HOST}\n`)
  quietly('apt-get', 'update', '-qq')
  // Postfix offers TLS with this certificate if it exists. Images of containers lack it.
  quietly('apt-get', 'install', '-qq', '--yes', 'ssl-cert')
  quietly('make-ssl-cert', 'generate-default-snakeoil')
  if (existsSync('/etc/postgresql')) quietly('apt-get', 'purge', '-qq', '--yes', 'postgresql*')
}

const checkAfterBlock = async (owner: string, signed: SignedDocument | undefined) => {
  waitUntilReady()
  checkServices()
  if (signed !== undefined) checkSignedDocument(scratch, signed)
  if (signed !== undefined || !isMailServerInstalled()) return signed
  receivePeoplesMails()
  const document = await makeSignedDocument(scratch, owner)
  checkSignedDocument(scratch, document)
  return document
}

const followPart = async (store: 'sqlite' | 'postgres', owner: string): Promise<void> => {
  let signed: SignedDocument | undefined
  for (const block of operationsBlocks()) {
    if (block.kind !== 'run' || (block.store ?? store) !== store) continue
    runBlock(block)
    signed = await checkAfterBlock(owner, signed)
  }
  assert.ok(signed !== undefined, 'the page installs no mail server')
  checkInstallation()
  checkNightlyBackup()
  printFigures()
}

prepareMachine()
await followPart('sqlite', 'olga')
for (const folder of ['/var/lib/trazo.before', '/var/backups/trazo']) rmSync(folder, { recursive: true })
execFileSync('install', ['-d', '-o', 'trazo', '-g', 'trazo', '-m', '700', '/var/backups/trazo'])
await followPart('postgres', 'pablo')
checkDatabaseRole()
