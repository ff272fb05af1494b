import { inflateWithNode } from 'pdf/node'
import { verifyPdf } from 'pdf/verify'
import type { TrustedAuthorities } from '../../verification/authorities.ts'

/** PEM lines of 64 characters (RFC 7468, 2). */
const LINE = /.{1,64}/g

const pem = (der: Uint8Array): string => {
  const lines = Buffer.from(der).toString('base64').match(LINE) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/**
 * Chain of each signature and the roots that a stranger needs, as PEM. National roots are added only if a signature
 * uses one.
 *
 * @param now moment for which the chains are built: the completion, so that the bundle stays the same later
 * @returns file name → PEM
 */
export const certificateFiles = async (
  pdf: Uint8Array,
  { roots, intermediates }: TrustedAuthorities,
  now: Date,
): Promise<Map<string, string>> => {
  const report = await verifyPdf(pdf, { roots, intermediates, inflate: inflateWithNode, now })
  const signatures = report.kind === 'signed' ? report.signatures : []
  const chains = signatures.map(({ kind, certificate }, index) => {
    const name = kind === 'signature' ? `firma-${index + 1}` : `sello-de-tiempo-${index + 1}`
    return [`${name}.pem`, (certificate?.chain ?? []).map(pem).join('')] as const
  })
  const used = new Set(signatures.map(({ certificate }) => certificate?.trust))
  const trusted = roots
    .filter(({ kind }) => kind !== 'national' || used.has(kind))
    .map(({ certificate }, index) => [`raiz-${index + 1}.pem`, pem(certificate)] as const)
  return new Map([...chains.filter(([, text]) => text !== ''), ...trusted])
}
