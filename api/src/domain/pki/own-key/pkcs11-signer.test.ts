import type { KeyObject, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { samplePng } from 'pdf/sign'
import { buildPdf, hasTool, pdfsig } from 'pdf/testing/node'
import { EnvironmentError } from 'shared/server'
import { createPdfSigner } from '../../signing/pdf-signer.ts'
import { platformMeans } from '../../signing/signing-means.ts'
import { createTestPki, signTwice, testTime } from '../../signing/test-support/signing.ts'
import { createPkcs11Token, softHsmModule } from '../../signing/test-support/token.ts'
import { issueLeaf } from '../issue-leaf.ts'
import { openOwnCertificate } from './own-certificate.ts'

const canRun = ['softhsm2-util', 'pkcs11-tool'].every(hasTool) && softHsmModule() !== undefined
const suite = canRun ? describe : describe.skip

suite('a key in a token', () => {
  test.each(['rsa:2048', 'EC:prime256v1'])(
    'a key in a PKCS#11 token signs documents, and a wrong PIN or module fails: %s',
    async (kind) => {
      const token = createPkcs11Token(kind)
      const before = process.env.SOFTHSM2_CONF
      process.env.SOFTHSM2_CONF = token.configuration
      try {
        const pki = await createTestPki()
        const issuer = pki.authorities.find(({ certificate }) => certificate === pki.issuing)
        if (issuer === undefined) throw new Error('no issuer')
        const certificate = await issue(issuer, token.publicKey)
        const certificates = join(token.folder, 'chain.pem')
        writeFileSync(certificates, [certificate, pki.issuing, pki.root].map(String).join(''))
        const place = { kind: 'pkcs11', ...token.place, certificates } as const
        const own = await openOwnCertificate(place, testTime)
        if (own.kind !== 'organisation') throw new Error('not for all')
        const identities = { issueSignerCertificate: async () => own.identity }
        const signer = createPdfSigner(pki, { ...platformMeans(pki), identities, fixed: true, trust: own.trust })
        await signer.selfTest(testTime)
        const { final } = await signTwice(signer, buildPdf({ xref: 'stream' }), samplePng())
        if (hasTool('pdfsig')) expect(pdfsig(final).map(({ valid }) => valid)).toEqual([true, true])

        writeFileSync(token.place.pinFile, '000000')
        const locked = await openOwnCertificate(place, testTime)
        const attempt = locked.kind === 'organisation' ? locked.identity.key.sign(Uint8Array.of(1)) : Promise.resolve()
        await expect(attempt).rejects.toThrow()
        await expect(openOwnCertificate({ ...place, module: '/nada.so' }, testTime)).rejects.toThrow(EnvironmentError)
      } finally {
        if (before === undefined) delete process.env.SOFTHSM2_CONF
        else process.env.SOFTHSM2_CONF = before
        token.remove()
      }
    },
  )
})

const issue = (issuer: Parameters<typeof issueLeaf>[0]['issuer'], publicKey: KeyObject): Promise<X509Certificate> =>
  issueLeaf({
    commonName: 'Empresa S.A.',
    publicKey: new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })),
    issuer,
    purpose: 'documentSigning',
    from: testTime,
    days: 30,
    random: (length) => new Uint8Array(length).fill(7),
    urls: {},
  })
