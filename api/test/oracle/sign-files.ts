import { concat } from 'pdf'
import { oids } from 'pdf/cms'
import { buildSignedAttributes, buildSignedData, sha256 } from 'pdf/cms/node'
import { fillByteRange, fillContents, hashPrefix, prepareFields } from 'pdf/sign'
import type { TrustedRoot } from 'pdf/verify'
import type { PlatformPki } from '../../src/domain/pki/platform-pki.ts'
import { createPdfSigner } from '../../src/domain/signing/pdf-signer.ts'
import { platformMeans } from '../../src/domain/signing/signing-means.ts'
import { blackPng, createTestPki, fieldAt, testTime } from '../../src/domain/signing/test-support/signing.ts'
import type { OpenSignature } from './decoys.ts'
import type { Written } from './write-update.ts'

export const STAGES = ['signed', 'sealed', 'signed-twice', 'sealed-twice'] as const
export type Stage = (typeof STAGES)[number]

export interface Signers {
  readonly sign: (document: Uint8Array, stage: Stage) => Promise<Uint8Array>
  readonly seal: (document: Uint8Array) => Promise<Uint8Array>
  /** Completes the attacker's untrusted signature. */
  readonly complete: (document: Uint8Array, written: Written, signature: OpenSignature) => Promise<Uint8Array>
  readonly roots: readonly TrustedRoot[]
}

const OWN_FIELDS = [
  fieldAt('ana', { x: 0.75, y: 0.02, width: 0.2, height: 0.05 }),
  fieldAt('luis', { x: 0.75, y: 0.09, width: 0.2, height: 0.05 }),
]

function createOwn(pki: PlatformPki): Pick<Signers, 'sign' | 'seal'> {
  const signer = createPdfSigner(pki)
  const seal: Signers['seal'] = async (document) =>
    concat([document, (await signer.seal({ document, logHead: '00'.repeat(32), now: testTime })).tail])
  const sign: Signers['sign'] = async (original, stage) => {
    const fields = stage.endsWith('twice') ? OWN_FIELDS : OWN_FIELDS.slice(0, 1)
    let document = concat([original, prepareFields(original, fields)])
    for (const { name: fieldName } of fields) {
      const person = { name: fieldName, email: `${fieldName}@example.com` }
      const input = { document, fieldName, signer: person, appearancePng: blackPng(8, 4), signedAt: testTime }
      document = concat([document, (await signer.sign(input)).tail])
    }
    return stage.startsWith('signed') ? document : seal(document)
  }
  return { sign, seal }
}

async function createForeign(own: PlatformPki, pki: PlatformPki): Promise<Signers['complete']> {
  const identity = await platformMeans(pki).identities.issueSignerCertificate({
    commonName: 'Otra',
    email: '',
    now: testTime,
  })
  const { certificates, key, scheme } = identity
  const [certificate] = certificates
  return async (document, written, { num, template, kind }) => {
    const bodyAt = written.bodies.get(num)
    if (bodyAt === undefined) throw new Error('the update holds the signature')
    const place = { document, prefix: hashPrefix(document), tail: Uint8Array.from(written.tail), bodyAt }
    const placeholder = fillByteRange(place, template)
    if (kind === 'time-stamp') {
      const { token } = await platformMeans(own).timeStamps.stamp(placeholder.digest)
      return fillContents(placeholder, token)
    }
    const { digest } = placeholder
    const signedAttributes = buildSignedAttributes({ contentType: oids.data, digest, certificate })
    const value = await key.sign(signedAttributes)
    const { token: timeStampToken } = await platformMeans(pki).timeStamps.stamp(sha256(value))
    const cms = buildSignedData({
      contentType: oids.data,
      certificates,
      signedAttributes,
      value,
      timeStampToken,
      ...(scheme === undefined ? {} : { scheme }),
    })
    return fillContents(placeholder, cms)
  }
}

export async function openSigners(): Promise<Signers> {
  const [own, foreign] = [await createTestPki(), await createTestPki()]
  return {
    ...createOwn(own),
    complete: await createForeign(own, foreign),
    roots: [{ certificate: new Uint8Array(own.root.raw), kind: 'platform' }],
  }
}
