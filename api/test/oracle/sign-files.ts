import { type KeyObject, X509Certificate } from 'node:crypto'
import { concatBytes, pdfArray, pdfDict, pdfName, pdfRef, pdfString } from 'pdf'
import { objectIdentifiers } from 'pdf/cms'
import { buildSignedAttributes, buildSignedData, keySigner, sha256Of } from 'pdf/cms/node'
import { type FormFieldToPrepare, fillByteRange, fillContents, hashPrefix, prepareFields } from 'pdf/sign'
import { makeNationalHierarchy, personOf, signWithMutool, signWithPdfsig } from 'pdf/testing/node'
import type { TrustedRoot } from 'pdf/verify'
import type { PlatformPki, SignerIdentity } from '../../src/domain/pki/platform-pki.ts'
import { createPdfSigner } from '../../src/domain/signing/pdf-signer.ts'
import { platformMeans } from '../../src/domain/signing/signing-means.ts'
import { blackPng, createTestPki, fieldAt, testTime } from '../../src/domain/signing/test-support/signing.ts'
import { type OpenSignature, openSignature } from './decoys.ts'
import { add, append, catalogOf, formOf, pageOf, patch, startDraft } from './draft.ts'
import type { Upload } from './original.ts'
import { type Written, writeUpdate } from './write-update.ts'

export const PLATFORM_STAGES = ['signed', 'sealed', 'signed-twice', 'sealed-twice'] as const
/** Certifications (DocMDP), other programs and the mode `certified`. */
export const STAGES = [
  ...PLATFORM_STAGES,
  'certified-1',
  'certified-2',
  'certified-3',
  'sealed-certified-3',
  'mutool',
  'pdfsig',
  'national',
] as const
export type Stage = (typeof STAGES)[number]

type Complete = (document: Uint8Array, written: Written, signature: OpenSignature) => Promise<Uint8Array>

export interface Signers {
  readonly sign: (document: Uint8Array, stage: Stage, upload?: Upload) => Promise<Uint8Array>
  readonly seal: (document: Uint8Array) => Promise<Uint8Array>
  /** Completes the attacker's untrusted signature. */
  readonly complete: Complete
  readonly roots: readonly TrustedRoot[]
}

const OWN_FIELDS = [
  fieldAt('ana', { x: 0.75, y: 0.02, width: 0.2, height: 0.05 }),
  fieldAt('luis', { x: 0.75, y: 0.09, width: 0.2, height: 0.05 }),
]

/** As a template lays them out: each belongs to one signer. */
const TEMPLATE_FIELDS: readonly FormFieldToPrepare[] = [
  { name: 'plazo', type: { kind: 'text', multiline: false } },
  { name: 'acuerdo', type: { kind: 'checkbox' } },
  { name: 'forma', type: { kind: 'choice', options: ['Efectivo', 'Tarjeta'] } },
].map((field, index) => ({
  ...(field as Pick<FormFieldToPrepare, 'name' | 'type'>),
  page: 1,
  rect: { x: 0.02 + index * 0.2, y: 0.02, width: 0.16, height: 0.08 },
  tooltip: field.name,
  required: false,
}))

const prepareLikeTemplate = (original: Uint8Array, names: readonly string[]): Uint8Array => {
  const fields = OWN_FIELDS.filter(({ name }) => names.includes(name)).map((field) =>
    field.name === 'ana' ? { ...field, locks: ['plazo', 'acuerdo'] } : { ...field, locks: ['forma'] },
  )
  return prepareFields(original, fields, TEMPLATE_FIELDS)
}

function createOwn(pki: PlatformPki): Pick<Signers, 'seal'> & {
  readonly sign: (original: Uint8Array, names: readonly string[], upload: Upload, open?: boolean) => Promise<Uint8Array>
} {
  const signer = createPdfSigner(pki)
  const seal: Signers['seal'] = async (document) =>
    concatBytes([document, (await signer.seal({ document, logHead: '00'.repeat(32), now: testTime })).tail])
  return {
    seal,
    sign: async (original, names, upload, leavesOpen = false) => {
      const prepared = leavesOpen ? OWN_FIELDS.map(({ name }) => name) : names
      const tail =
        upload === 'template'
          ? prepareLikeTemplate(original, prepared)
          : prepareFields(
              original,
              OWN_FIELDS.filter(({ name }) => prepared.includes(name)),
            )
      let document = concatBytes([original, tail])
      for (const fieldName of names) {
        const person = { name: fieldName, email: `${fieldName}@example.com` }
        const input = { document, fieldName, signer: person, appearancePng: blackPng(8, 4), signedAt: testTime }
        const fills =
          upload === 'template' && fieldName === 'ana' ? [{ name: 'plazo', kind: 'text', text: '30' } as const] : []
        document = concatBytes([document, (await signer.sign({ ...input, fills })).tail])
      }
      return document
    },
  }
}

type Identity = Pick<SignerIdentity, 'certificates' | 'key' | 'scheme'>

const issue = (pki: PlatformPki): Promise<Identity> =>
  platformMeans(pki).identities.issueSignerCertificate({ commonName: 'Otra', email: '', now: testTime })

/** @param stamping stamps its signatures; document time stamps are always the platform's */
function createCompletion(
  { certificates, key, scheme }: Identity,
  { own, stamping }: { readonly own: PlatformPki; readonly stamping: PlatformPki },
): Complete {
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
    const signedAttributes = buildSignedAttributes({ contentType: objectIdentifiers.data, digest, certificate })
    const value = await key.sign(signedAttributes)
    const { token: timeStampToken } = await platformMeans(stamping).timeStamps.stamp(sha256Of(value))
    const cms = buildSignedData({
      contentType: objectIdentifiers.data,
      certificates,
      signedAttributes,
      value,
      timeStampToken,
      ...(scheme === undefined ? {} : { scheme }),
    })
    return fillContents(placeholder, cms)
  }
}

/** Adds an unseen field, as signing programs do. */
async function signUnseen(document: Uint8Array, complete: Complete, level?: number): Promise<Uint8Array> {
  const draft = startDraft(document)
  const permission = `/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /P ${level} /V /1.2>>>>]`
  const signature = openSignature(draft, 'signature', level === undefined ? {} : { more: [permission] })
  const widget = pdfDict({
    ...{ Type: pdfName('Annot'), Subtype: pdfName('Widget'), FT: pdfName('Sig'), F: 132, Rect: pdfArray([0, 0, 0, 0]) },
    ...{ P: pdfRef(pageOf(draft)), T: pdfString(new TextEncoder().encode('certifica')), V: pdfRef(signature.num) },
  })
  const field = add(draft, widget)
  append(draft, pageOf(draft), 'Annots', [field])
  append(draft, formOf(draft), 'Fields', [field])
  patch(draft, formOf(draft), { SigFlags: 3 })
  if (level !== undefined) patch(draft, catalogOf(draft), { Perms: pdfDict({ DocMDP: pdfRef(signature.num) }) })
  const written = writeUpdate(draft, 'plain', new Set())
  return concatBytes([document, await complete(document, written, signature)])
}

const nationalIdentity = (): { readonly identity: Identity; readonly root: Uint8Array } => {
  const hierarchy = makeNationalHierarchy()
  const person = personOf(hierarchy)
  const key: KeyObject = person.key
  const certificates = [person.certificate, hierarchy.issuer.certificate, hierarchy.policy.certificate] as const
  const root = new Uint8Array(new X509Certificate(hierarchy.root.certificate).raw)
  return { identity: { certificates, key: { ...keySigner(key), destroy: () => undefined } }, root }
}

export async function openSigners(): Promise<Signers> {
  const [own, foreign] = [await createTestPki(), await createTestPki()]
  const { sign, seal } = createOwn(own)
  const national = nationalIdentity()
  const certify = createCompletion(await issue(own), { own, stamping: own })
  const byCard = createCompletion(national.identity, { own, stamping: own })
  const stages: Readonly<Record<Stage, (original: Uint8Array, upload: Upload) => Promise<Uint8Array>>> = {
    signed: (original, upload) => sign(original, ['ana'], upload),
    sealed: async (original, upload) => seal(await sign(original, ['ana'], upload)),
    'signed-twice': (original, upload) => sign(original, ['ana', 'luis'], upload),
    'sealed-twice': async (original, upload) => seal(await sign(original, ['ana', 'luis'], upload)),
    'certified-1': (original) => signUnseen(original, certify, 1),
    'certified-2': (original) => signUnseen(original, certify, 2),
    'certified-3': (original) => signUnseen(original, certify, 3),
    'sealed-certified-3': async (original) => seal(await signUnseen(original, certify, 3)),
    mutool: async (original, upload) => signWithMutool(await sign(original, ['ana'], upload, true), 'luis'),
    pdfsig: async (original, upload) => signWithPdfsig(await sign(original, ['ana'], upload, true)),
    national: async (original, upload) => signUnseen(await sign(original, ['ana'], upload, true), byCard),
  }
  return {
    sign: (original, stage, upload = 'as-is') => stages[stage](original, upload),
    seal,
    complete: createCompletion(await issue(foreign), { own, stamping: foreign }),
    roots: [
      { certificate: new Uint8Array(own.root.raw), kind: 'platform' },
      { certificate: national.root, kind: 'national' },
    ],
  }
}
