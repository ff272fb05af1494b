import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/** Writes everything that another process could read of this one, and the standard input. */
const [, , output = ''] = process.argv.slice(2)
const { argv, execArgv, env, title } = process
await writeFile(output, JSON.stringify({ seen: { argv, execArgv, env, title }, given: await text(process.stdin) }))
