import { readFile, writeFile } from 'node:fs/promises'
import { rewriteDocument } from 'pdf/repair'

/**
 * The process that writes one document anew: `<purpose> <input> <output>`. It ends with 0 when the output is there;
 * whatever else happens to it means that there is none.
 */
const [purpose, input, output] = process.argv.slice(2)
if ((purpose !== 'repair' && purpose !== 'clean') || input === undefined || output === undefined) process.exit(2)

try {
  await writeFile(output, await rewriteDocument(await readFile(input), purpose), { mode: 0o600, flag: 'wx' })
} catch {
  // Whatever a document does to the readers, it is not one that can be written anew.
  process.exitCode = 1
}
