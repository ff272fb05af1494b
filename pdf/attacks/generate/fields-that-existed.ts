import { type PdfObject, type PdfRef, pdfArray, pdfDict, pdfName, withEntries } from '../../src/syntax/index.ts'
import { tamper } from '../../src/testing/node/index.ts'
import { type AttackFile, PRICE_PLACE, WHOLE_PLACE } from './case.ts'
import {
  A4_BOX,
  contractPdf,
  dictOfRef,
  drawingStream,
  EXTRA_REFS,
  forgedDrawing,
  otherPrice,
  PRICE_RECT,
  pdfText,
  signAndSeal,
  widgetDict,
} from './documents.ts'
import type { AttackIdentities } from './identities.ts'
import { type EditSigned, signRevision } from './sign-revision.ts'

type Entries = Readonly<Record<string, PdfObject | undefined>>
const [FIELD, OTHER, THIRD] = EXTRA_REFS
const SEALED = ['ana', 'sellado']

const upload = (entries: Entries): Uint8Array =>
  contractPdf({ extra: [widgetDict({ T: pdfText('campo'), Rect: pdfArray(A4_BOX), ...entries })], fields: [FIELD] })

/** Signs as Ana, seals, and fills the field without a signature. */
const filled =
  (original: () => Uint8Array, entries: (add: (object: PdfObject) => PdfRef) => Entries) =>
  async (identities: AttackIdentities): Promise<Uint8Array> =>
    tamper.update(await signAndSeal(original(), identities), (document, revision) => {
      const changed = { V: pdfText('x'), ...entries((object) => revision.add(object)) }
      revision.put(FIELD, withEntries(dictOfRef(document, FIELD), changed))
    })

const signedLater =
  (original: () => Uint8Array, edit: EditSigned, by: 'stranger' | 'luis' = 'stranger') =>
  async (identities: AttackIdentities): Promise<Uint8Array> =>
    signRevision(await signAndSeal(original(), identities), { identity: identities[by] }, edit)

const fillWithForgery: EditSigned = (document, revision, value) => {
  const look = revision.add(forgedDrawing())
  revision.put(FIELD, withEntries(dictOfRef(document, FIELD), { V: value, F: 4, AP: pdfDict({ N: look }) }))
}

const fillThroughLock: EditSigned = (document, revision, value) => {
  const look = revision.add(forgedDrawing())
  revision.put(FIELD, withEntries(dictOfRef(document, FIELD), { V: pdfText('x'), AP: pdfDict({ N: look }) }))
  revision.put(OTHER, withEntries(dictOfRef(document, OTHER), { V: value }))
}

const fillPrice: EditSigned = (document, revision, value) => {
  const look = revision.add(otherPrice())
  revision.put(FIELD, withEntries(dictOfRef(document, FIELD), { V: value, AP: pdfDict({ N: look }) }))
}

const LOCKED = pdfDict({
  Type: pdfName('SigFieldLock'),
  Action: pdfName('Include'),
  Fields: pdfArray([pdfText('campo')]),
})

const lockUpload = (): Uint8Array =>
  contractPdf({
    extra: [
      widgetDict({ T: pdfText('campo'), FT: pdfName('Tx'), Rect: pdfArray(A4_BOX), DA: pdfText('/F1 10 Tf 0 g') }),
      widgetDict({ T: pdfText('tercera'), FT: pdfName('Sig'), Rect: pdfArray([400, 20, 560, 60]), Lock: LOCKED }),
    ],
    fields: [FIELD, OTHER],
  })

const boxUpload =
  (state: Entries = {}) =>
  (): Uint8Array =>
    contractPdf({
      extra: [
        widgetDict({
          ...{ T: pdfText('campo'), FT: pdfName('Btn'), Rect: pdfArray(A4_BOX), V: pdfName('Off'), AS: pdfName('Off') },
          ...{ AP: pdfDict({ N: pdfDict({ On: OTHER, Off: THIRD }) }), ...state },
        }),
        forgedDrawing(),
        drawingStream(''),
      ],
      fields: [FIELD],
    })

/** ISO 32000-1, 8.11.4.4: /AS applies the layers' own states. */
const layersUpload = (): Uint8Array => {
  const off = pdfDict({ View: pdfDict({ ViewState: pdfName('OFF') }), Print: pdfDict({ PrintState: pdfName('OFF') }) })
  const layer = pdfDict({ Type: pdfName('OCG'), Name: pdfText('Capa'), Usage: off })
  const config = { ON: pdfArray([OTHER]), OFF: pdfArray([]), Order: pdfArray([OTHER]) }
  return contractPdf({
    extra: [
      widgetDict({
        T: pdfText('campo'),
        FT: pdfName('Tx'),
        Rect: pdfArray([72, 500, 250, 520]),
        DA: pdfText('/F1 8 Tf 0 g'),
        ...config,
      }),
      layer,
    ],
    fields: [FIELD],
    catalog: { OCProperties: pdfDict({ OCGs: pdfArray([OTHER]), D: FIELD }) },
    page: {
      Resources: pdfDict({
        Font: pdfDict({ F1: { kind: 'ref', num: 101, gen: 0 } }),
        Properties: pdfDict({ L: OTHER }),
      }),
    },
    content: '/OC /L BDC BT /F1 20 Tf 72 600 Td (Sin intereses) Tj ET EMC',
  })
}

const EXISTING = 'ISO 32000-2, 12.7.5.5 and 12.8.2.4 allow signing and filling; all readers show the new page.'
const FILLED = 'ISO 32000-2, 12.8.2.2 allows filling in; all readers show the new page.'

export const fieldFiles: readonly AttackFile[] = [
  {
    file: '2-empty-signature-field-signed.pdf',
    class: '2',
    attack: 'an empty signature field over the page, signed later by a stranger',
    right: 'tell',
    victims: SEALED,
    place: WHOLE_PLACE,
    source: EXISTING,
    why: 'The field existed when Ana signed, so signing it is allowed; what it shows was never signed.',
    make: signedLater(() => upload({ FT: pdfName('Sig') }), fillWithForgery),
  },
  {
    file: '2-hidden-signature-field-signed.pdf',
    class: '2',
    attack: 'a hidden signature field over the page, signed and shown by a stranger',
    right: 'tell',
    victims: SEALED,
    place: WHOLE_PLACE,
    source: EXISTING,
    why: 'As above; nobody could see the field when Ana signed.',
    make: signedLater(() => upload({ FT: pdfName('Sig'), F: 6 }), fillWithForgery),
  },
  {
    file: '2-signature-field-over-price.pdf',
    class: '2',
    attack: 'an empty signature field over the price alone, signed later by a stranger',
    right: 'tell',
    victims: SEALED,
    place: PRICE_PLACE,
    source: EXISTING,
    why: 'A field of 3 % of the page is enough to show another price.',
    make: signedLater(() => upload({ FT: pdfName('Sig'), Rect: pdfArray(PRICE_RECT) }), fillPrice),
  },
  {
    file: '2-known-signer-hides-price.pdf',
    class: '2',
    attack: 'an empty signature field over the price alone, signed later by a signer whom the verifier knows',
    right: 'tell',
    victims: SEALED,
    place: PRICE_PLACE,
    source: EXISTING,
    why: 'A known name does not make the price the one that Ana signed.',
    make: signedLater(() => upload({ FT: pdfName('Sig'), Rect: pdfArray(PRICE_RECT) }), fillPrice, 'luis'),
  },
  {
    file: '3-text-over-price.pdf',
    class: '3',
    attack: 'a text field over the price alone, filled',
    right: 'tell',
    victims: SEALED,
    place: PRICE_PLACE,
    source: FILLED,
    why: 'A field of 3 % of the page is enough to show another price.',
    make: filled(
      () => upload({ FT: pdfName('Tx'), Rect: pdfArray(PRICE_RECT), DA: pdfText('/F1 10 Tf 0 g') }),
      (add) => ({ AP: pdfDict({ N: add(otherPrice()) }) }),
    ),
  },
  {
    file: '2-locked-text-filled.pdf',
    ...{
      class: '2',
      attack: 'a text field over the page, filled through the /Lock of a stranger’s signature',
      right: 'tell',
    },
    victims: SEALED,
    place: WHOLE_PLACE,
    source: EXISTING,
    why: 'A lock says which fields a signer fills, but the signer is nobody known.',
    make: signedLater(lockUpload, fillThroughLock),
  },
  {
    file: '3-text-over-page.pdf',
    class: '3',
    attack: 'a text field over the page, filled',
    right: 'tell',
    victims: SEALED,
    place: WHOLE_PLACE,
    source: FILLED,
    why: 'Filling in is allowed; the value hides the contract.',
    make: filled(
      () => upload({ FT: pdfName('Tx'), DA: pdfText('/F1 10 Tf 0 g') }),
      (add) => ({ AP: pdfDict({ N: add(forgedDrawing()) }) }),
    ),
  },
  {
    file: '3-check-box-over-page.pdf',
    class: '3',
    attack: 'a check box over the page, switched on',
    right: 'tell',
    victims: SEALED,
    place: WHOLE_PLACE,
    source: FILLED,
    why: 'The drawing of the other state was in the file, but no page showed it.',
    make: filled(boxUpload(), () => ({ V: pdfName('On'), AS: pdfName('On') })),
  },
  {
    file: '3-state-without-name.pdf',
    class: '3',
    attack: 'a check box over the page, whose /AS becomes a string',
    right: 'refuse',
    victims: SEALED,
    source: 'ISO 32000-2, 12.5.5: /AS is a name.',
    why: 'Readers choose different drawings for an /AS that is no name.',
    make: filled(boxUpload(), () => ({ V: pdfName('On'), AS: pdfText('On') })),
  },
  {
    file: '3-text-not-rotated.pdf',
    class: '3',
    attack: 'a filled text field with NoRotate on a rotated page',
    right: 'tell',
    victims: SEALED,
    // The corner around which the widget turns.
    place: { page: 1, rect: { x: 700 / 842, y: 100 / 595, width: 0, height: 0 } },
    source: 'ISO 32000-2, 12.5.3, NoRotate: the widget turns around its upper left corner.',
    why: 'The value is drawn outside of the rectangle that the file states.',
    make: filled(
      () =>
        contractPdf({
          extra: [
            widgetDict({
              T: pdfText('campo'),
              FT: pdfName('Tx'),
              F: 20,
              Rect: pdfArray([100, 600, 400, 700]),
              DA: pdfText('/F1 10 Tf 0 g'),
            }),
          ],
          fields: [FIELD],
          page: { Rotate: 90 },
        }),
      (add) => ({ AP: pdfDict({ N: add(drawingStream('1 g 0 0 300 100 re f', [0, 0, 300, 100])) }) }),
    ),
  },
  {
    file: '3-layers-through-field.pdf',
    class: '3',
    attack: 'a field that is also the default configuration of the layers',
    right: 'refuse',
    victims: SEALED,
    source: 'ISO 32000-2, 8.11.4.3 and 8.11.4.4: /AS of a configuration switches layers.',
    why: 'The keys of a filled field switch a signed sentence off.',
    make: filled(layersUpload, () => {
      const usage = pdfDict({
        Event: pdfName('View'),
        OCGs: pdfArray([OTHER]),
        Category: pdfArray([pdfName('View'), pdfName('Print')]),
      })
      return { AS: pdfArray([usage]) }
    }),
  },
]
