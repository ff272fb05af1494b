import { X509Certificate } from 'node:crypto'
import { SignatureError } from 'pdf/cms'
import type { AskRevocation } from 'pdf/cms/node'
import type { CardRevocation } from '../../database/schema.ts'
import type { CardCertificate } from './card-certificate.ts'

/** Asks whether a card has been revoked; what is answered is kept with the signature. */
export type CheckCardRevocation = (card: CardCertificate, at: Date) => Promise<CardRevocation>

/**
 * Asks the authority of a card, at the addresses that its certificate names: that certificate comes from an authority of
 * SIGNING_AGENT_CA, so nobody else can make the server call an address.
 * @throws SignatureError CERTIFICATE_REVOKED; REVOCATION_UNKNOWN where nobody answers and an answer is required
 */
export const createCardRevocation =
  (ask: AskRevocation, demand: 'optional' | 'required'): CheckCardRevocation =>
  async ({ certificate, chain }, at) => {
    const issuer = chain[1]
    if (issuer === undefined) throw new SignatureError('REVOCATION_UNKNOWN', 'the card has no issuer')
    const found = await ask(certificate, new X509Certificate(issuer), at)
    if (found.kind === 'answered') {
      if (found.status.kind === 'good') return 'good'
      throw new SignatureError('CERTIFICATE_REVOKED', `revoked on ${found.status.at.toISOString()}`)
    }
    if (demand === 'required') throw new SignatureError('REVOCATION_UNKNOWN', found.reason)
    return 'not-asked'
  }
