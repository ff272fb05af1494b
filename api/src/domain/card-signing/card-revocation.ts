import { X509Certificate } from 'node:crypto'
import { SignatureError } from 'pdf/cms'
import type { AskRevocation } from 'pdf/cms/node'
import type { CardRevocation } from '../../platform/database/schema.ts'
import type { CardCertificate } from '../pki/card-certificate.ts'

/** The result is stored with the signature. */
type Checked = Pick<CardCertificate, 'certificate' | 'chain'>
/** Asks the card's authority before the signature is stored. */
export type CheckCardRevocation = (card: Checked, at: Date) => Promise<CardRevocation>

/**
 * Only trusted URLs: the issuer is in SIGNING_AGENT_CA.
 * @throws SignatureError CERTIFICATE_REVOKED; REVOCATION_UNKNOWN
 * if a required response is missing
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
