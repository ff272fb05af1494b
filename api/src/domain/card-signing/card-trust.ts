import type { CertificateTrust } from 'pdf/cms/node'
import { parseTrust, readTrust } from '../pki/trust-file.ts'

const VARIABLE = 'SIGNING_AGENT_CA'

/**
 * Self-signed authorities are roots, others intermediates. The
 * card's own certificates are never trusted.
 * @throws EnvironmentError if unusable
 */
export const parseCardTrust = (text: string, now: Date): CertificateTrust => parseTrust(text, now, VARIABLE)

export const readCardTrust = (path: string, now: Date): Promise<CertificateTrust> => readTrust(path, now, VARIABLE)
