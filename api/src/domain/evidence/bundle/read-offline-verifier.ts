import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Authorities } from '../../verification/authorities.ts'

const SHARED = join(createRequire(import.meta.url).resolve('shared/package.json'), '..')
/** Output of `shared/build/offline-verifier.ts`. */
const PAGE = join(SHARED, 'dist', 'offline-verifier.html')
const PLACE = /(<script id="authorities" type="application\/json">)[^<]*(<\/script>)/

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Embeds this installation's authorities in the offline page. */
export const readOfflineVerifier = async ({ roots, intermediates }: Authorities): Promise<string> => {
  const page = await readFile(PAGE, 'utf8')
  const authorities = {
    roots: roots.map(({ kind, certificate }) => ({ kind, certificate: base64(certificate) })),
    intermediates: intermediates.map(base64),
  }
  if (!PLACE.test(page)) throw new Error('the offline verifier has no place for authorities')
  return page.replace(PLACE, (_, open: string, close: string) => `${open}${JSON.stringify(authorities)}${close}`)
}
