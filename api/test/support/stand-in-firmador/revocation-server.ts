import { randomBytes, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import { serialOf } from 'pdf/cms/node'
import { openIssuingAuthority } from '../../../src/domain/pki/authority.ts'
import { createMemoryRegister, issuedBy, issuerIdOf } from '../../../src/domain/pki/certificate-register.ts'
import { createRevocationPublisher } from '../../../src/domain/pki/revocation-publisher.ts'
import * as x509 from '../../../src/domain/pki/x509.ts'
import type { Clock } from '../../../src/platform/clock.ts'
import type { Hierarchy } from './hierarchy.ts'

export interface RevocationServer {
  readonly ocspExtension: x509.Extension
  readonly crlExtension: x509.Extension
  readonly asked: { ocsp: number; crl: number }
  /** If false, connections close without a response. */
  answers: boolean
  know(certificate: Uint8Array): Promise<void>
  revoke(certificate: Uint8Array, at: Date): void
  close(): Promise<void>
}

const readBody = async (request: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const startRevocationServer = async ({ issuer }: Hierarchy, clock: Clock): Promise<RevocationServer> => {
  const register = createMemoryRegister()
  const now = () => new Date(clock())
  const authority = openIssuingAuthority(issuer.certificate, issuer.key, [])
  const publisher = createRevocationPublisher({ authorities: [authority], register, now, random: randomBytes })
  const asked = { ocsp: 0, crl: 0 }
  const server = createServer(async (request, response) => {
    const isOcsp = request.method === 'POST'
    asked[isOcsp ? 'ocsp' : 'crl'] += 1
    if (!state.answers) {
      request.socket.destroy()
      return
    }
    const answer = isOcsp
      ? await publisher.answerOcsp(await readBody(request))
      : await publisher.crlOf(issuer.certificate)
    response.end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const state: RevocationServer = {
    ocspExtension: new x509.AuthorityInfoAccessExtension({ ocsp: new x509.GeneralName('url', `${url}/ocsp`) }),
    crlExtension: new x509.CRLDistributionPointsExtension([`${url}/ca.crl`]),
    asked,
    answers: true,
    know: (der) => register.add(issuedBy(issuer.certificate, new X509Certificate(der), 'signer', now())),
    revoke: (der, at) =>
      register.revoke(issuerIdOf(issuer.certificate), {
        serialNumber: serialOf(new X509Certificate(der)),
        at,
        reason: 1,
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return state
}
