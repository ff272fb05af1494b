import { objectIdentifiers } from '../../src/cms/index.ts'
import {
  asciiBytes,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  withEntries,
} from '../../src/syntax/index.ts'
import { tamper } from '../../src/testing/node/index.ts'
import type { AttackFile } from './case.ts'
import { issueBeyondNames } from './constrained.ts'
import {
  contractPdf,
  dictOfRef,
  EXTRA_REFS,
  pdfText,
  signAndSeal,
  signOnce,
  signUnseen,
  widgetDict,
} from './documents.ts'
import { type AttackIdentities, type AttackIdentity, issueShortRsa, issueUnfit, issueWithSha1 } from './identities.ts'
import { signRevision } from './sign-revision.ts'

const [FIRST] = EXTRA_REFS
const WORDS = '/ByteRange [0 1 2 3]'
const SEALED = ['ana', 'sellado']

const note = pdfDict({
  ...{
    Type: pdfName('Annot'),
    Subtype: pdfName('Text'),
    F: 4,
    Rect: pdfArray([500, 780, 520, 800]),
    Contents: pdfText(WORDS),
  },
})

const answer = async (identities: AttackIdentities): Promise<Uint8Array> => {
  const field = {
    T: pdfText('campo'),
    FT: pdfName('Tx'),
    Rect: pdfArray([72, 400, 300, 420]),
    DA: pdfText('/F1 10 Tf 0 g'),
    V: pdfText(WORDS),
  }
  return signAndSeal(contractPdf({ extra: [widgetDict(field)], fields: [FIRST] }), identities)
}

const titled = (): Uint8Array =>
  contractPdf({ extra: [pdfStream(pdfDict({ Note: pdfText(WORDS) }), asciiBytes(WORDS))], catalog: { Extra: FIRST } })

const harmless = {
  class: '4',
  right: 'accept',
  victims: SEALED,
  why: 'Words in a string or stream are no signature. Who writes them must not make good signatures look bad.',
  source: 'ISO 32000-2, 12.8.1: a byte range is an entry of a signature dictionary.',
} as const

/** Uploads that must not spoil signatures. */
const words: readonly AttackFile[] = [
  {
    file: '4-answer.pdf',
    attack: 'the value of a form field holds the words of a byte range',
    ...harmless,
    make: answer,
  },
  {
    file: '4-note.pdf',
    attack: 'a note holds the words of a byte range',
    ...harmless,
    make: (identities) => signAndSeal(contractPdf({ extra: [note], annotations: [FIRST] }), identities),
  },
  {
    file: '4-text.pdf',
    attack: 'uncompressed text of the page holds the words of a byte range',
    ...harmless,
    make: (identities) => signAndSeal(contractPdf({ content: `BT /F1 8 Tf 72 300 Td (${WORDS}) Tj ET` }), identities),
  },
  {
    file: '4-private-stream.pdf',
    attack: 'a private stream and its dictionary hold the words of a byte range',
    ...harmless,
    make: (identities) => signAndSeal(titled(), identities),
  },
]

const untouched = {
  class: 'control',
  right: 'accept',
  victims: SEALED,
  source: 'ISO 32000-2, 12.8.1 and 12.8.5.',
} as const

const fillSmall = async (identities: AttackIdentities): Promise<Uint8Array> => {
  const field = {
    T: pdfText('campo'),
    FT: pdfName('Tx'),
    Rect: pdfArray([72, 400, 300, 420]),
    DA: pdfText('/F1 10 Tf 0 g'),
  }
  const sealed = await signAndSeal(contractPdf({ extra: [widgetDict(field)], fields: [FIRST] }), identities)
  return tamper.update(sealed, (document, revision) => {
    const shown = {
      BBox: pdfArray([0, 0, 228, 20]),
      Resources: pdfDict({ Font: pdfDict({ F1: { kind: 'ref', num: 101, gen: 0 } }) }),
    }
    const look = revision.add(
      pdfStream(
        pdfDict({
          Type: pdfName('XObject'),
          Subtype: pdfName('Form'),
          ...(shown as Readonly<Record<string, PdfObject>>),
        }),
        asciiBytes('BT /F1 10 Tf 2 6 Td (30 dias) Tj ET'),
      ),
    )
    revision.put(FIRST, withEntries(dictOfRef(document, FIRST), { V: pdfText('30 dias'), AP: pdfDict({ N: look }) }))
  })
}

const controls: readonly AttackFile[] = [
  {
    ...untouched,
    file: '0-sealed.pdf',
    attack: 'none: signed and sealed',
    why: 'Nothing follows the document time stamp.',
    make: (identities) => signAndSeal(contractPdf(), identities),
  },
  {
    ...untouched,
    file: '0-stamped-again.pdf',
    attack: 'none: a second document time stamp',
    why: 'Validation data and document time stamps keep a document verifiable.',
    make: async (identities) => {
      const sealed = await signAndSeal(contractPdf(), identities)
      return signRevision(sealed, { identity: identities.stamps, form: 'time-stamp' }, signUnseen('otro-sello'))
    },
  },
  {
    file: '0-field-filled.pdf',
    class: 'control',
    attack: 'none: an empty field is filled later',
    right: 'tell',
    victims: SEALED,
    place: { page: 1, rect: { x: 72 / 595, y: (842 - 420) / 842, width: 228 / 595, height: 20 / 842 } },
    why: 'The answer is new, in a place that was free.',
    source: 'ISO 32000-2, 12.8.2.2.',
    make: fillSmall,
  },
]

const alone = { class: '7', right: 'distrust', victims: ['ana'] } as const

const withIdentity =
  (identity: (identities: AttackIdentities) => AttackIdentity) =>
  (identities: AttackIdentities): Promise<Uint8Array> =>
    signOnce(contractPdf(), { identity: identity(identities) })

const unfit = (slug: string, what: string, purpose: string): AttackFile => ({
  ...alone,
  file: `7-certificate-${slug}.pdf`,
  attack: `a certificate for ${what} alone signs a document`,
  why: 'Its authority did not vouch for documents.',
  source: 'RFC 5280, 4.2.1.12; RFC 9336.',
  make: withIdentity(({ root }) => issueUnfit(root, { purposes: [purpose] })),
})

const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1'

const keys: readonly AttackFile[] = [
  {
    ...alone,
    file: '7-pkcs7-sha1.pdf',
    attack: 'adbe.pkcs7.sha1 inside of a CMS that says SHA-256',
    why: 'SHA-1 alone binds the document to the signature.',
    source: 'ISO 32000-1, 12.8.3.3.1; ISO 32000-2 deprecates it. ETSI TS 119 312, 5.2: no SHA-1.',
    make: ({ ana }) => signOnce(contractPdf(), { identity: ana, form: 'pkcs7-sha1' }),
  },
  {
    ...alone,
    file: '7-rsa-512.pdf',
    attack: 'an RSA key of 512 bits',
    why: 'Anybody finds such a key within hours.',
    source: 'NIST SP 800-131A: 2,048 bits. ETSI TS 119 312, 6.2.',
    make: withIdentity(({ root }) => issueShortRsa(root, 512)),
  },
  {
    ...alone,
    file: '7-certificate-sha1.pdf',
    attack: 'a certificate signed with SHA-1',
    why: 'Two certificates can share this signature.',
    source: 'ETSI TS 119 312, 5.2. Found with SHAttered (2017).',
    make: withIdentity(({ root }) => issueWithSha1(root)),
  },
  {
    ...alone,
    file: '7-certificate-name-constraints.pdf',
    attack: 'an authority for example.org certifies somebody of example.com',
    why: 'Its own authority does not let it vouch for this address; the constraint is not critical.',
    source: 'RFC 5280, 4.2.1.10: constraints of the issuer hold for every later certificate.',
    make: withIdentity(({ root }) => issueBeyondNames(root)),
  },
  unfit('tls', 'TLS servers', SERVER_AUTHENTICATION),
  unfit('ocsp', 'OCSP answers', objectIdentifiers.ocspSigning),
  unfit('time-stamps', 'time stamps', objectIdentifiers.timeStamping),
]

export const wordFiles: readonly AttackFile[] = [...controls, ...words, ...keys]
