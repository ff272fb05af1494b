import type { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CertificateTrust } from 'pdf/cms/node'
import { readNamedFile, refusalForVariable } from '../../../platform/environment/named-file.ts'
import type { ServiceLog } from '../../../platform/logging.ts'
import { parseAuthorities } from '../trust-file.ts'

/** SHA-256, as published: docs/national-certificates.md. */
const PUBLISHED: readonly string[] = [
  'FD:9E:A7:30:94:8E:C2:58:75:FD:3C:4A:77:88:15:F5:7F:22:61:F7:39:BE:89:8D:D7:20:FA:2E:07:EF:7C:42',
]

const VARIABLE = 'NATIONAL_CA'

const isRoot = (certificate: X509Certificate): boolean => certificate.checkIssued(certificate)

/** By fingerprint: names can be copied. */
export const isNationalRoot = ({ fingerprint256 }: X509Certificate): boolean => PUBLISHED.includes(fingerprint256)

/** A root in place of the national one, but not published, is a simulator's. */
export const splitByHierarchy = ({ roots, intermediates }: CertificateTrust, log: Pick<ServiceLog, 'warn'>) => {
  const simulated = roots.filter((root) => !isNationalRoot(root))
  for (const { fingerprint256 } of simulated)
    log.warn({ fingerprint: fingerprint256 }, 'this root is not the national one: its signatures count as simulated')
  return [
    ['national', { roots: roots.filter(isNationalRoot), intermediates }],
    ['simulator', { roots: simulated, intermediates: [] }],
  ] as const
}

const BUNDLED = new URL('./national-authorities.pem', import.meta.url)

const readBundled = (): X509Certificate[] => parseAuthorities(readFileSync(BUNDLED, 'latin1'), BUNDLED.pathname)

/**
 * The bundled national hierarchy, with further intermediates from a file. A file cannot add roots.
 *
 * @param path of NATIONAL_CA; null: bundled certificates only
 * @throws EnvironmentError
 */
export const readNationalTrust = async (path: string | null): Promise<CertificateTrust> => {
  const added =
    path === null ? [] : parseAuthorities((await readNamedFile(path, VARIABLE)).toString('latin1'), VARIABLE)
  const foreign = added.find((each) => isRoot(each) && !isNationalRoot(each))
  if (foreign !== undefined)
    throw refusalForVariable(VARIABLE)(
      `tiene una raíz que no es la nacional publicada (SHA-256 ${foreign.fingerprint256}). Quítala y compara la huella con docs/national-certificates.md`,
    )
  const bundled = readBundled()
  return {
    roots: bundled.filter(isNationalRoot),
    intermediates: [...bundled, ...added].filter((each) => !isRoot(each)),
  }
}
