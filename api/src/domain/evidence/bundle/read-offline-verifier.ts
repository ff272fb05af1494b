import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Authorities } from '../../verification/authorities.ts'

const { resolve } = createRequire(import.meta.url)
const PLACE = /(<script id="authorities" type="application\/json">)[^<]*(<\/script>)/

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export const readOfflineVerifier = async ({ roots, intermediates }: Authorities): Promise<string> => {
  const page = await readFile(resolve('#offline-verifier.html'), 'utf8')
  const authorities = {
    roots: roots.map(({ kind, certificate }) => ({ kind, certificate: base64(certificate) })),
    intermediates: intermediates.map(base64),
  }
  if (!PLACE.test(page)) throw new Error('the offline verifier has no place for authorities')
  return page.replace(PLACE, (_, open: string, close: string) => `${open}${JSON.stringify(authorities)}${close}`)
}
