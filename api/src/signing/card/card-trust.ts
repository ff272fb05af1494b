import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { EnvironmentError } from '../../environment.ts'
import type { CertificateTrust } from '../cms/verify-signed-data.ts'

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

const refused = (reason: string, cause?: unknown): EnvironmentError =>
  new EnvironmentError(`Configuración inválida: SIGNING_AGENT_CA ${reason}.`, { cause })

const parse = (pem: string): X509Certificate => {
  try {
    return new X509Certificate(pem)
  } catch (cause) {
    throw refused('tiene un certificado que no se puede leer', cause)
  }
}

const signsItself = (certificate: X509Certificate): boolean =>
  certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)

/**
 * The authorities whose cards are accepted, from the text of a PEM file: those that signed themselves are trusted, the
 * others only lead to them. What a card brings along is never trusted.
 * @throws EnvironmentError where the file cannot serve
 */
export const parseCardTrust = (text: string, now: Date): CertificateTrust => {
  const certificates = (text.match(PEM) ?? []).map(parse)
  if (certificates.length === 0) throw refused('no tiene certificados en formato PEM')
  const other = certificates.find(({ ca }) => !ca)
  if (other !== undefined) throw refused(`tiene un certificado que no es de una autoridad: ${nameOf(other)}`)
  const roots = certificates.filter(signsItself)
  if (roots.length === 0) throw refused('no tiene ninguna autoridad raíz')
  if (!roots.some(({ validTo }) => now <= new Date(validTo))) throw refused('solo tiene autoridades raíz vencidas')
  return { roots, intermediates: certificates.filter((certificate) => !roots.includes(certificate)) }
}

const nameOf = ({ subject }: X509Certificate): string => subject.replaceAll('\n', ', ')

/** As `parseCardTrust`, from the file. */
export const readCardTrust = async (path: string, now: Date): Promise<CertificateTrust> => {
  const text = await readFile(path, 'latin1').catch((cause: unknown) => {
    throw refused(`nombra un archivo que no se puede leer (${path})`, cause)
  })
  return parseCardTrust(text, now)
}
