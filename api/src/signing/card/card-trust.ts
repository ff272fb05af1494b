import type { CertificateTrust } from 'pdf/cms/node'
import { parseTrust, readTrust } from '../pki/trust-file.ts'

const VARIABLE = 'SIGNING_AGENT_CA'

/**
 * The authorities whose cards are accepted, from the text of a PEM file: those that signed themselves are trusted, the
 * others only lead to them. What a card brings along is never trusted.
 * @throws EnvironmentError where the file cannot serve
 */
export const parseCardTrust = (text: string, now: Date): CertificateTrust => parseTrust(text, now, VARIABLE)

/** As `parseCardTrust`, from the file. */
export const readCardTrust = (path: string, now: Date): Promise<CertificateTrust> => readTrust(path, now, VARIABLE)
