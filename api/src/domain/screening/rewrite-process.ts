import { readFile, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { isUnrepairable, rewriteDocument } from 'pdf/repair'

/**
 * Usage: `<purpose> <input> <output>`, with the password of an encrypted document on standard input: arguments and
 * environment can be read by other processes. Exit code 0 means that the output is complete, 1 that the document cannot
 * be rewritten.
 */
const [purpose, input, output] = process.argv.slice(2)
if ((purpose !== 'repair' && purpose !== 'clean') || input === undefined || output === undefined) process.exit(2)

try {
  const password = (await text(process.stdin)) || undefined
  await writeFile(output, await rewriteDocument(await readFile(input), purpose, password), { mode: 0o600, flag: 'wx' })
} catch (error) {
  process.exitCode = isUnrepairable(error) ? 1 : 3
}
