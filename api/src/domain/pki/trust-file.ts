import { X509Certificate } from 'node:crypto'
import type { CertificateTrust } from 'pdf/cms/node'
import { readNamedFile, refusalForVariable } from '../../platform/environment/named-file.ts'

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

/** By its signature, not by equal names: an issuer may have the same name as its subject. */
export const signsItself = (certificate: X509Certificate): boolean =>
  certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)

const subjectLine = ({ subject }: X509Certificate): string => subject.replaceAll('\n', ', ')

/**
 * @param variable named in the error, for the operator
 * @throws EnvironmentError
 */
export const parseCertificates = (text: string, variable: string): X509Certificate[] => {
  const refused = refusalForVariable(variable)
  const certificates = (text.match(PEM) ?? []).map((pem) => {
    try {
      return new X509Certificate(pem)
    } catch (cause) {
      throw refused('tiene un certificado que no se puede leer', cause)
    }
  })
  if (certificates.length === 0) throw refused('no tiene certificados en formato PEM')
  return certificates
}

/** @throws EnvironmentError, also for non-authorities */
export const parseAuthorities = (text: string, variable: string): X509Certificate[] => {
  const refused = refusalForVariable(variable)
  const certificates = parseCertificates(text, variable)
  const other = certificates.find(({ ca }) => !ca)
  if (other !== undefined) throw refused(`tiene un certificado que no es de una autoridad: ${subjectLine(other)}`)
  return certificates
}

/**
 * Self-signed authorities become roots, others intermediates.
 * @throws EnvironmentError if unusable
 */
export const parseTrust = (text: string, now: Date, variable: string): CertificateTrust => {
  const refused = refusalForVariable(variable)
  const certificates = parseAuthorities(text, variable)
  const roots = certificates.filter(signsItself)
  if (roots.length === 0) throw refused('no tiene ninguna autoridad raíz')
  if (!roots.some(({ validTo }) => now <= new Date(validTo))) throw refused('solo tiene autoridades raíz vencidas')
  return { roots, intermediates: certificates.filter((certificate) => !roots.includes(certificate)) }
}

/** @throws EnvironmentError */
export const readTrust = async (path: string, now: Date, variable: string): Promise<CertificateTrust> =>
  parseTrust((await readNamedFile(path, variable)).toString('latin1'), now, variable)
