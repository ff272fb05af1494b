import {
  asciiBytes,
  decodeLatin1,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  serializeObject,
} from '../../src/syntax/index.ts'
import { tamper } from '../../src/testing/node/index.ts'
import { type AttackFile, PRICE_PLACE, WHOLE_PLACE } from './case.ts'
import {
  A4_BOX,
  certifyContract,
  contractPdf,
  EXTRA_REFS,
  forgedDrawing,
  otherPrice,
  PRICE_RECT,
  pdfText,
  placeWidget,
  signAndSeal,
  widgetDict,
} from './documents.ts'
import type { AttackIdentities } from './identities.ts'
import { signRevision } from './sign-revision.ts'

const [LINK] = EXTRA_REFS
const SEALED = ['ana', 'sellado']

const stampWithFlags =
  (flags: string) =>
  async (identities: AttackIdentities): Promise<Uint8Array> => {
    const sealed = await signAndSeal(contractPdf(), identities)
    return signRevision(sealed, { identity: identities.stamps, form: 'time-stamp' }, (document, revision, value) => {
      const look = revision.add(forgedDrawing())
      const entries = { FT: pdfName('Sig'), T: pdfText('otro'), F: undefined, Rect: pdfArray(A4_BOX), V: value }
      const field = decodeLatin1(serializeObject(widgetDict({ ...entries, AP: pdfDict({ N: look }) })))
      const target = revision.allocate()
      revision.putRaw(target, asciiBytes(`${field.slice(0, -2)} /F ${flags}>>`))
      placeWidget(document, revision, target)
    })
  }

const linkUpload = (): Uint8Array =>
  contractPdf({
    extra: [
      pdfDict({
        Type: pdfName('Annot'),
        Subtype: pdfName('Link'),
        Rect: pdfArray([72, 690, 300, 720]),
        Border: pdfArray([0, 0, 0]),
      }),
    ],
    annotations: [LINK],
  })

const stamp = (look: PdfRef): PdfObject =>
  pdfDict({ Type: pdfName('Annot'), Subtype: pdfName('Stamp'), F: 4, Rect: pdfArray(A4_BOX), AP: pdfDict({ N: look }) })

const certifiedLink = async (identities: AttackIdentities): Promise<Uint8Array> =>
  tamper.update(await certifyContract(linkUpload(), identities, 3), (_, revision) =>
    revision.put(LINK, stamp(revision.add(forgedDrawing()))),
  )

const certifiedStamp = async (identities: AttackIdentities): Promise<Uint8Array> =>
  tamper.update(await certifyContract(contractPdf(), identities, 3), (document, revision) =>
    placeWidget(document, revision, revision.add(stamp(revision.add(forgedDrawing()))), false),
  )

/** Luis returns a copy in which his own new field hides the price. */
const returnedCopy = async (identities: AttackIdentities): Promise<Uint8Array> =>
  signRevision(
    await signAndSeal(contractPdf(), identities),
    { identity: identities.luis },
    (document, revision, value) => {
      const look = revision.add(otherPrice())
      const entries = {
        FT: pdfName('Sig'),
        T: pdfText('luis'),
        Rect: pdfArray(PRICE_RECT),
        V: value,
        AP: pdfDict({ N: look }),
      }
      placeWidget(document, revision, revision.add(widgetDict(entries)))
    },
  )

const FLAGS = 'ISO 32000-2, 12.5.3: flags are a 32-bit integer. PDFium and poppler draw the widget.'

const flagFiles: readonly AttackFile[] = [
  ['2-to-the-32nd-plus-2', '4294967298'],
  ['minus-1', '-1'],
  ['real-2', '2.0'],
  ['real-130', '130.0'],
  ['plus-2', '+2'],
].map(([slug = '', flags = '']) => ({
  file: `1-stamp-flags-${slug}.pdf`,
  class: '1',
  attack: `a document time stamp over the page, with /F ${flags}`,
  right: 'refuse',
  victims: SEALED,
  why: 'A document time stamp has no look (12.8.5), and this one hides the contract. A flag that readers read differently hides nothing.',
  source: FLAGS,
  make: stampWithFlags(flags),
}))

export const drawingFiles: readonly AttackFile[] = [
  ...flagFiles,
  {
    file: '5-own-field-hides-price.pdf',
    class: '5',
    attack: 'a second signer adds a field of their own over the price',
    right: 'tell',
    ...{
      victims: SEALED,
      place: PRICE_PLACE,
    },
    ...{
      source: 'ISO 32000-2, 12.8.2.2 does not forbid a signature in a new field; all readers show the other price.',
    },
    why: 'The second signature covers the other price; the first one does not.',
    make: returnedCopy,
  },
  {
    file: '6-certified-link-becomes-stamp.pdf',
    class: '6',
    attack: 'certified with P 3: a link becomes a stamp over the page',
    right: 'tell',
    ...{
      victims: ['ana'],
      place: WHOLE_PLACE,
      source: 'ISO 32000-2, table 257, P 3: annotations may be created, deleted and changed.',
    },
    why: 'The certification allows it, and it hides the contract.',
    make: certifiedLink,
  },
  {
    file: '6-certified-stamp-added.pdf',
    class: '6',
    attack: 'certified with P 3: a stamp over the page is added',
    right: 'tell',
    ...{
      victims: ['ana'],
      place: WHOLE_PLACE,
      source: 'ISO 32000-2, table 257, P 3: annotations may be created, deleted and changed.',
    },
    why: 'The certification allows it, and it hides the contract.',
    make: certifiedStamp,
  },
]
