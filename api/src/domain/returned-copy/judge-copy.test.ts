import { sign as createSignature, generateKeyPairSync, KeyObject } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asciiBytes, concatBytes, pdfArray, pdfDict, pdfName, pdfRef, pdfStream, pdfString, withEntries } from 'pdf'
import { derOid, derSequence, nullValue, objectIdentifiers } from 'pdf/cms'
import { prepareFields } from 'pdf/sign'
import { makeCertificate } from 'pdf/testing'
import { buildPdf, signWithMutool, signWithPdfsig, tamper, testWith, withTempDirAsync } from 'pdf/testing/node'
import type { TrustedRoot } from 'pdf/verify'
import { ana, luis } from '../../../test/support/stand-in-firmador/card.ts'
import { createHierarchy, type Hierarchy } from '../../../test/support/stand-in-firmador/hierarchy.ts'
import { sharedThreads } from '../../../test/support/test-threads.ts'
import { parseTrust } from '../pki/trust-file.ts'
import { gatherAuthorities } from '../verification/authorities.ts'
import { type AskedOfCopy, type CopyRefusal, judgeCopy } from './judge-copy.ts'
import { createJudgeCopyFile } from './judging.ts'
import { type Identity, issueIdentity, type ProgramOptions, prepareWith, signCopy } from './test-support/sign-copy.ts'

const { changePageText, update } = tamper

const START = new Date('2026-01-01T00:00:00Z')
const NOW = new Date('2026-11-20T00:00:00Z')
const rectOf = (y: number) => ({ x: 0.1, y, width: 0.3, height: 0.1 })
const field = (fieldName: string, y: number) => ({ name: fieldName, page: 1, rect: rectOf(y), tooltip: fieldName })

const original = (more = 1) => buildPdf({ xref: 'table', pages: Array.from({ length: 1 + more }, () => ({})) })
const uploaded = original()
const base = prepareWith(uploaded, [field('trazo-1', 0.1), field('trazo-2', 0.5)])

let national: Hierarchy
let stranger: Hierarchy
let anas: Identity
let roots: readonly TrustedRoot[]
let intermediates: readonly Uint8Array[]
let anasSelfMade: Identity
beforeAll(async () => {
  national = await createHierarchy(START)
  stranger = await createHierarchy(START)
  anas = await issueIdentity(national, ana)
  anasSelfMade = await issueIdentity(stranger, ana)
  ;({ roots, intermediates } = gatherAuthorities([['national', parseTrust(national.pem, NOW, 'CA')]]))
})

const asked = (more: Partial<AskedOfCopy> = {}): AskedOfCopy => ({
  base,
  earlier: [uploaded.length, base.length],
  fieldName: 'trazo-1',
  place: { page: 1, rect: rectOf(0.1) },
  requiresTrust: false,
  roots,
  intermediates,
  now: NOW,
  ...more,
})

const anasNumber = { holder: { identification: '01-0234-0567' } }
const judge = (bytes: Uint8Array, more: Partial<AskedOfCopy> = {}) => judgeCopy(bytes, asked(more))
const reasonOf = async (bytes: Uint8Array, more: Partial<AskedOfCopy> = {}) => {
  const judged = await judge(bytes, more)
  return judged.kind === 'refused' ? judged.reason : judged.kind
}

describe('accepted copies', () => {
  testWith(['mutool'], 'judgeCopy accepts a prepared field that mutool signed', async () => {
    expect(await judge(signWithMutool(base, 'trazo-1'))).toMatchObject({
      kind: 'accepted',
      signature: { field: 'trazo-1', hash: 'SHA-1' },
    })
  })

  testWith(['pdfsig'], 'judgeCopy accepts a new field of poppler as the second signature', async () => {
    const first = signCopy(base, 'trazo-2', anas)
    const copy = signWithPdfsig(first)
    const judged = await judge(copy, { base: first, earlier: [uploaded.length, base.length, first.length] })
    expect(judged).toMatchObject({ kind: 'accepted', certificate: { name: 'Firmante de prueba' } })
  })

  test('judgeCopy accepts a lock of the signed field', async () => {
    expect(await reasonOf(withTransform('FieldMDP', '/Action /Include /Fields [(trazo-1)]'))).toBe('accepted')
  })

  test('judgeCopy accepts the certificate with the requested identification, not by name and e-mail', async () => {
    const judged = await judge(signCopy(base, 'trazo-1', anas), anasNumber)
    expect(judged).toMatchObject({ kind: 'accepted', certificate: { trust: 'national', problem: undefined } })
    const email = { holder: { name: 'ana  rojas MORA (firma)', email: 'ana@example.com' } }
    expect(await reasonOf(signCopy(base, 'trazo-1', anas), email)).toBe('COPY_OF_OTHER_PERSON')
  })
})

const bigDrawing = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const widget = document.signatureFields().find(({ name }) => name === 'trazo-1')
    if (widget?.ref) revision.put(widget.ref, withEntries(widget.dict, { Rect: pdfArray([0, 0, 595, 842]) }))
  })

const addNote = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const page = document.page(1)
    const note = revision.add(
      pdfDict({ Type: pdfName('Annot'), Subtype: pdfName('Text'), Rect: pdfArray([0, 0, 20, 20]) }),
    )
    const notes = document.objects.get(page.dict, 'Annots')
    const items = typeof notes === 'object' && notes?.kind === 'array' ? notes.items : []
    if (page.ref) revision.put(page.ref, withEntries(page.dict, { Annots: pdfArray([...items, note]) }))
  })

const addScript = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const action = pdfDict({ S: pdfName('JavaScript'), JS: pdfString(asciiBytes('app.alert(1)')) })
    revision.put(document.catalogRef, withEntries(document.catalog, { OpenAction: action }))
  })

const addFile = (bytes: Uint8Array) =>
  update(bytes, (_document, revision) => {
    revision.add(
      pdfDict({ Type: pdfName('Filespec'), F: pdfString(asciiBytes('a.exe')), EF: pdfDict({ F: pdfRef(900) }) }),
    )
    revision.add(pdfStream(pdfDict({ Type: pdfName('EmbeddedFile') }), asciiBytes('MZ')))
  })

/** The drawing is hidden inside the copy that the next person signs. */
const shadow = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const page = document.page(1)
    const hidden = revision.add(pdfStream(pdfDict({}), asciiBytes('0 0 595 842 re f')))
    if (page.ref) revision.put(page.ref, withEntries(page.dict, { Contents: hidden }))
  })

const transform = (method: string, parameters: string): string =>
  `/Reference [<< /Type /SigRef /TransformMethod /${method} /TransformParams << /Type /TransformParams ${parameters} >> >>]`

const flip = (bytes: Uint8Array, from: number): Uint8Array => {
  const copy = Uint8Array.from(bytes)
  copy[from] = (copy[from] ?? 0) ^ 1
  return copy
}

const sign = (document: Uint8Array, fieldName = 'trazo-1', identity = anas, options: ProgramOptions = {}) =>
  signCopy(document, fieldName, identity, options)
const withTransform = (method: string, parameters: string) =>
  sign(base, 'trazo-1', anas, { entries: [transform(method, parameters)] })
const again = () => sign(base, 'trazo-2')
const withKeyOf = async (modulusLength: number): Promise<Identity> => {
  const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength, publicExponent: Uint8Array.of(1, 0, 1) }
  const { publicKey, privateKey } = await crypto.subtle.generateKey(rsa, true, ['sign', 'verify'])
  return { certificate: await national.issue(ana, publicKey), key: KeyObject.from(privateKey) }
}
const forWebSites = (): Identity => {
  const { publicKey, privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificate = makeCertificate({
    ...{
      commonName: 'ejemplo.cr',
      issuerName: 'ejemplo.cr',
      serial: 5,
      purposes: [objectIdentifiers.serverAuth, objectIdentifiers.clientAuth],
    },
    spki: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
    algorithm: derSequence(derOid(objectIdentifiers.rsaWithSha256), nullValue()),
    sign: (signed) => new Uint8Array(createSignature('sha256', signed, key)),
  })
  return { certificate, key }
}
const withOther = (options = {}) => issueIdentity(national, luis, options)

type Make = () => Uint8Array | Promise<Uint8Array>
const refusals: readonly (readonly [string, CopyRefusal, Make, (() => Partial<AskedOfCopy>)?])[] = [
  ['text', 'COPY_NOT_PDF', () => asciiBytes('no soy un PDF')],
  ['nothing', 'COPY_NOT_PDF', () => new Uint8Array()],
  [
    'another document',
    'COPY_OF_OTHER_DOCUMENT',
    () => sign(prepareWith(original(2), [field('trazo-9', 0.1)]), 'trazo-9'),
  ],
  ['the uploaded file, signed', 'COPY_OUTDATED', () => sign(prepareWith(uploaded, [field('otro', 0.7)]), 'otro')],
  [
    'an older revision',
    'COPY_OUTDATED',
    () => sign(base),
    () => {
      const newer = again()
      return { base: newer, earlier: [uploaded.length, base.length, newer.length] }
    },
  ],
  ['the document rewritten', 'COPY_REWRITTEN', () => sign(prepareWith(original(3), [field('trazo-1', 0.1)]))],
  ['the copy as downloaded', 'COPY_UNSIGNED', () => base],
  ['a note instead of a signature', 'COPY_UNSIGNED', () => addNote(base)],
  ['two signatures', 'COPY_SIGNED_TWICE', () => sign(sign(base), 'trazo-2')],
  ['the field of another person', 'COPY_FIELD_OF_OTHER', again],
  ['a damaged signature', 'COPY_SIGNATURE_INVALID', () => flip(sign(base), base.length + 40)],
  ['a copy cut short', 'COPY_SIGNATURE_INVALID', () => sign(base).subarray(0, -200)],
  ['a page changed before signing', 'COPY_CHANGED', () => sign(shadow(base))],
  ['a page changed after signing', 'COPY_CHANGED', () => changePageText(sign(base))],
  ['a note added before signing', 'COPY_CHANGED', () => sign(addNote(base))],
  ['a note added after signing', 'COPY_CHANGED', () => addNote(sign(base))],
  ['bytes behind the end', 'COPY_CHANGED', () => Buffer.concat([sign(base), asciiBytes('\nmás')])],
  ['a moved field', 'COPY_CHANGED', () => sign(bigDrawing(base))],
  ['a certification that allows nothing', 'COPY_LOCKS', () => withTransform('DocMDP', '/P 1')],
  ['a certification that allows filling', 'COPY_LOCKS', () => withTransform('DocMDP', '/P 2')],
  ['a lock of every field', 'COPY_LOCKS', () => withTransform('FieldMDP', '/Action /All')],
  [
    "a lock of another person's field",
    'COPY_LOCKS',
    () => withTransform('FieldMDP', '/Action /Include /Fields [(trazo-2)]'),
  ],
  ['a script', 'COPY_ACTIVE_CONTENT', () => sign(addScript(base))],
  ['a hidden file', 'COPY_ACTIVE_CONTENT', () => sign(addFile(base))],
  [
    'a certificate that ended',
    'COPY_CERTIFICATE_EXPIRED',
    async () => sign(base, 'trazo-1', await withOther({ days: 30 })),
  ],
  [
    'a certificate from tomorrow',
    'COPY_CERTIFICATE_EXPIRED',
    async () => sign(base, 'trazo-1', await withOther({ fromDay: 500 })),
  ],
  [
    "another person's certificate",
    'COPY_OF_OTHER_PERSON',
    async () => sign(base, 'trazo-1', await withOther()),
    () => anasNumber,
  ],
  [
    'the same name from another authority',
    'COPY_CERTIFICATE_UNTRUSTED',
    () => sign(base, 'trazo-1', anasSelfMade),
    () => anasNumber,
  ],
  ['a key that others can compute', 'COPY_SIGNATURE_INVALID', async () => sign(base, 'trazo-1', await withKeyOf(1024))],
  [
    'a key that others can compute, with the requested identification',
    'COPY_SIGNATURE_INVALID',
    async () => sign(base, 'trazo-1', await withKeyOf(1024)),
    () => anasNumber,
  ],
  ['a certificate for web sites', 'COPY_SIGNATURE_INVALID', () => sign(base, 'trazo-1', forWebSites())],
  [
    'a certificate for web sites, where a person is asked for',
    'COPY_CERTIFICATE_UNTRUSTED',
    () => sign(base, 'trazo-1', forWebSites()),
    () => ({ requiresTrust: true }),
  ],
  [
    'a test certificate',
    'COPY_CERTIFICATE_UNTRUSTED',
    () => sign(base, 'trazo-1', anasSelfMade),
    () => ({ requiresTrust: true }),
  ],
]

for (const [what, reason, make, more] of refusals)
  test(`judgeCopy refuses a copy: ${what} (${reason})`, async () => {
    expect(await reasonOf(await make(), more?.())).toBe(reason)
  })

test('a worker thread returns the same result, keeps the base usable, and refuses at its time limit', () =>
  withTempDirAsync(async (directory) => {
    const path = join(directory, 'copy.pdf')
    await writeFile(path, sign(base))
    const judgeFile = createJudgeCopyFile(sharedThreads())
    expect(await judgeFile(path, asked())).toEqual(await judge(sign(base)))
    expect(await judgeFile(path, asked())).toMatchObject({ kind: 'accepted' })
    const exhausted = { kind: 'refused', reason: 'COPY_NOT_COMPARED', detail: 'exhausted' }
    expect(await createJudgeCopyFile(sharedThreads(), { timeLimit: 0 })(path, asked())).toEqual(exhausted)
  }))

describe('form fields of another signer', () => {
  const text = { kind: 'text', multiline: false } as const
  const formField = { ...field('trazo-form-1', 0.3), required: true, type: text }
  const fields = [field('trazo-1', 0.1), { ...field('trazo-2', 0.5), locks: ['trazo-form-1'] }]
  const withForm = concatBytes([uploaded, prepareFields(uploaded, fields, [formField])])
  const judged = (bytes: Uint8Array) => reasonOf(bytes, { base: withForm, earlier: [uploaded.length, withForm.length] })

  test('judgeCopy accepts a copy when the fields are empty, and refuses a copy when a field is filled in', async () => {
    expect(await judged(signCopy(withForm, 'trazo-1', anas))).toBe('accepted')
    const filled = update(withForm, (document, revision) => {
      const num = [...document.objectNumbers].find((each) => {
        const object = document.objects.resolve(pdfRef(each))
        return (
          typeof object === 'object' &&
          object?.kind === 'dict' &&
          object.entries.get('FT') !== undefined &&
          object.entries.has('DA')
        )
      })
      if (num === undefined) throw new Error('no form field')
      const object = document.objects.resolve(pdfRef(num))
      if (typeof object !== 'object' || object?.kind !== 'dict') throw new Error('no dictionary')
      revision.put(pdfRef(num), withEntries(object, { V: pdfString(asciiBytes('yo no')) }))
    })
    expect(await judged(signCopy(filled, 'trazo-1', anas))).toBe('COPY_CHANGED')
  })
})
