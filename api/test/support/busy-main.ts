import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runServer } from '../../src/run-server.ts'

/*
 * The API, with more to do than it can as long as a file `busy` lies in its data directory: its event loop is held for
 * a while at a time, as by work that takes long.
 */
const file = join(process.env.DATA_DIR ?? '.', 'busy')
/** Milliseconds. */
const HELD = 120

setInterval(() => {
  if (!existsSync(file)) return
  const end = performance.now() + HELD
  while (performance.now() < end);
}, 1)

await runServer(process.env)
