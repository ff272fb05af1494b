import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runServer } from '../../src/app/run-server.ts'

/* Blocks the event loop while a file `busy` exists. */
const file = join(process.env.DATA_DIR ?? '.', 'busy')
/** Milliseconds. */
const HELD = 120

setInterval(() => {
  if (!existsSync(file)) return
  const end = performance.now() + HELD
  while (performance.now() < end);
}, 1)

await runServer(process.env)
