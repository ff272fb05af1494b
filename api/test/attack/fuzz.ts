import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** `pnpm fuzz [runs per property] [seed]` */
const [runs = '1000', seed] = process.argv.slice(2)
const api = join(import.meta.dirname, '../..')
const { status } = spawnSync(
  process.execPath,
  [
    '--no-sparkplug',
    '--no-memory-protection-keys',
    join(api, 'node_modules/jest/bin/jest.js'),
    '--runInBand',
    'test/attack/fuzz',
  ],
  {
    cwd: api,
    stdio: 'inherit',
    env: { ...process.env, TRAZO_FUZZ_RUNS: runs, ...(seed === undefined ? {} : { TRAZO_FUZZ_SEED: seed }) },
  },
)
process.exit(status ?? 1)
