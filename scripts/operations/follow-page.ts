import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
import { checkSignedDocument, type SignedDocument, signDocument } from './sign-a-document.ts'

/*
 * Inside the namespace of `main.ts`: runs the blocks of the page in their order, first those of an installation with SQLite,
 * then those of one with PostgreSQL, and looks at the installation after each of them.
 */
const [, , scratch = ''] = process.argv
const env = { ...process.env, PATH: `${join(scratch, 'bin')}:${process.env.PATH}` }

const standIn = (): void => {
  const program = join(scratch, 'bin/systemctl')
  const script = inWorkspace('scripts/operations/stand-in-systemctl.ts')
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${script} "$@"\n`)
  chmodSync(program, 0o755)
}

/** As on a new machine, except that packages do not start their services: no systemd runs. */
const prepareMachine = (): void => {
  standIn()
  appendFileSync('/etc/hosts', `127.0.0.1 ${SITE_HOST}\n`)
  writeFileSync('/usr/sbin/policy-rc.d', '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  // Postfix offers TLS with this certificate if it exists. Images of containers lack it.
  execFileSync('apt-get', ['install', '-qq', '--yes', 'ssl-cert'], { stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync('make-ssl-cert', ['generate-default-snakeoil'])
  if (existsSync('/etc/postgresql')) {
    const purge = ['purge', '-qq', '--yes', 'postgresql*']
    const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', purge, { env: quiet, stdio: ['ignore', 'ignore', 'inherit'] })
  }
}

const checkAfterBlock = async (owner: string, signed: SignedDocument | undefined) => {
  waitUntilReady()
  checkServices()
  if (signed !== undefined) checkSignedDocument(scratch, signed)
  if (signed !== undefined || !isMailServerInstalled()) return signed
  receivePeoplesMails(env)
  const document = await signDocument(scratch, owner)
  checkSignedDocument(scratch, document)
  return document
}

const followPart = async (store: 'sqlite' | 'postgres', owner: string): Promise<void> => {
  let signed: SignedDocument | undefined
  for (const block of operationsBlocks()) {
    if (block.kind !== 'run' || (block.store ?? store) !== store) continue
    runBlock(block, env)
    signed = await checkAfterBlock(owner, signed)
  }
  assert.ok(signed !== undefined, 'the page installs no mail server')
  checkInstallation()
  checkNightlyBackup(env)
  printFigures()
}

prepareMachine()
await followPart('sqlite', 'olga')
for (const folder of ['/var/lib/trazo.before', '/var/backups/trazo']) rmSync(folder, { recursive: true })
execFileSync('install', ['-d', '-o', 'trazo', '-g', 'trazo', '-m', '700', '/var/backups/trazo'])
await followPart('postgres', 'pablo')
checkDatabaseRole()
