import { concatBytes } from 'pdf'
import { samplePng } from 'pdf/sign'
import { buildPdf, testWith } from 'pdf/testing/node'
import { createPdfSigner } from '../../src/domain/signing/pdf-signer.ts'
import { createTestPki, signTwice, testTime } from '../../src/domain/signing/test-support/signing.ts'
import { examineSignatures } from './examine-signatures.ts'

const sealedByTwo = async () => {
  const pki = await createTestPki()
  const signer = createPdfSigner(pki)
  const { final: document } = await signTwice(signer, buildPdf({ xref: 'table' }), samplePng())
  const { tail } = await signer.seal({ document, logHead: 'ab'.repeat(32), now: testTime })
  return { document, tail, authorities: `${pki.root}${pki.issuing}` }
}

testWith(['pdfsig', 'openssl'], 'a seal that is missing, altered or of another authority is a violation', async () => {
  const { document, tail, authorities } = await sealedByTwo()
  const sealed = concatBytes([document, tail])
  const made = { people: 2, seals: 1, authorities }
  await examineSignatures(sealed, made)
  await expect(examineSignatures(document, made)).rejects.toThrow('0 of 1 seals are in the document')
  const altered = Uint8Array.from(sealed)
  // In the first stream of the seal's revision, a certificate: the structure stays.
  const inside = document.length + Buffer.from(tail).indexOf('stream') + 20
  altered[inside] = (altered[inside] ?? 0) ^ 1
  await expect(examineSignatures(altered, made)).rejects.toThrow('openssl says of a seal')
  const others = await createTestPki()
  const foreign = { ...made, authorities: `${others.root}${others.issuing}` }
  await expect(examineSignatures(sealed, foreign)).rejects.toThrow('openssl says of a seal')
})
