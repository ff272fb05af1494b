import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runServer } from '../../src/app/run-server.ts'

/* Blocks the event loop while a file `busy` exists. */
const file = join(process.env.DATA_DIR ?? '.', 'busy')
/** Milliseconds. */
const HELD = 1000
const cell = new Int32Array(new SharedArrayBuffer(4))

setInterval(() => {
  if (!existsSync(file)) return
  // Holds the event loop, but no core.
  Atomics.wait(cell, 0, 0, HELD)
}, 1)

await runServer(process.env)
