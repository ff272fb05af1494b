import type { X509Certificate } from 'node:crypto'
import type { CertificateTrust } from 'pdf/cms/node'
import type { RootKind, TrustedRoot } from 'pdf/verify'

/** DER. */
export interface TrustedAuthorities {
  readonly roots: readonly TrustedRoot[]
  readonly intermediates: readonly Uint8Array[]
}

const derOf = ({ raw }: X509Certificate): Uint8Array => new Uint8Array(raw)

/** The first group decides a root's kind. */
export const gatherAuthorities = (groups: readonly (readonly [RootKind, CertificateTrust])[]): TrustedAuthorities => {
  const roots = new Map<string, TrustedRoot>()
  const intermediates = new Map<string, Uint8Array>()
  for (const [kind, trust] of groups) {
    for (const root of trust.roots)
      if (!roots.has(root.fingerprint256)) roots.set(root.fingerprint256, { certificate: derOf(root), kind })
    for (const each of trust.intermediates) intermediates.set(each.fingerprint256, derOf(each))
  }
  return { roots: [...roots.values()], intermediates: [...intermediates.values()] }
}

const base64 = (der: Uint8Array): string => Buffer.from(der).toString('base64')

/** For JSON. */
export const encodeAuthorities = ({ roots, intermediates }: TrustedAuthorities) => ({
  roots: roots.map(({ kind, certificate }) => ({ kind, certificate: base64(certificate) })),
  intermediates: intermediates.map(base64),
})
