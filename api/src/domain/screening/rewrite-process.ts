import { readFile, writeFile } from 'node:fs/promises'
import { isUnrepairable, rewriteDocument } from 'pdf/repair'

/**
 * Usage: `<purpose> <input> <output>`. Exit code 0 means that the
 * output is complete, 1 that the document cannot be rewritten.
 */
const [purpose, input, output] = process.argv.slice(2)
if ((purpose !== 'repair' && purpose !== 'clean') || input === undefined || output === undefined) process.exit(2)

try {
  await writeFile(output, await rewriteDocument(await readFile(input), purpose), { mode: 0o600, flag: 'wx' })
} catch (error) {
  process.exitCode = isUnrepairable(error) ? 1 : 3
}
