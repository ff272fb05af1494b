import '../../shared/node/running-node.ts'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inWorkspace } from '../workspace.ts'

/*
 * Runs the commands of docs/operations.md as root on Debian. Folders of the system are copies on write, in a mount
 * namespace that ends with this program: the machine stays as it is.
 */
const INSIDE = inWorkspace('scripts/operations/follow-page.ts')

const mounts = (scratch: string): string =>
  [
    'set -eu',
    `mount -t tmpfs tmpfs ${scratch}/copies`,
    ...['etc', 'usr', 'var', 'root'].flatMap((name) => [
      `mkdir -p ${scratch}/copies/${name}-new ${scratch}/copies/${name}-work`,
      `mount -t overlay overlay -o lowerdir=/${name},upperdir=${scratch}/copies/${name}-new,workdir=${scratch}/copies/${name}-work /${name}`,
    ]),
    // On the disk: the code is large.
    `mount --bind ${scratch}/opt /opt`,
    'mount -t tmpfs tmpfs /run',
    'mkdir -p /run/systemd/system /run/lock',
    `exec "$0" ${INSIDE} ${scratch}`,
  ].join('\n')

const followOperations = (): number => {
  if (process.getuid?.() !== 0) throw new Error('Hace falta ser root, en Debian.')
  execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' })
  const scratch = mkdtempSync(join(tmpdir(), 'trazo-operacion-'))
  for (const name of ['copies', 'opt']) mkdirSync(join(scratch, name))
  // Processes that the page starts end with their namespace.
  const args = ['--mount', '--propagation', 'private', '--pid', '--fork', '--mount-proc', '--kill-child']
  try {
    const { status } = spawnSync('unshare', [...args, 'sh', '-c', mounts(scratch), process.execPath], {
      cwd: inWorkspace(),
      stdio: 'inherit',
    })
    return status ?? 1
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

process.exitCode = followOperations()
