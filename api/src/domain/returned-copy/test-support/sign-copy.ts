import { KeyObject, sign } from 'node:crypto'
import {
  asciiBytes,
  concatBytes,
  encodeTextString,
  openPdf,
  type PdfDocument,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  pdfString,
  withEntries,
} from 'pdf'
import { objectIdentifiers } from 'pdf/cms'
import { buildSignedAttributes, buildSignedData } from 'pdf/cms/node'
import { inflateWithNode } from 'pdf/node'
import {
  addToPage,
  type FieldToPrepare,
  fillByteRange,
  fillContents,
  formWith,
  hashPrefix,
  prepareFields,
  signatureTemplate,
} from 'pdf/sign'
import { type RevisionWriter, startRevision } from 'pdf/write'
import {
  type CardHolder,
  type CardOptions,
  createCardKeys,
  type Hierarchy,
} from '../../../../test/support/stand-in-firmador/hierarchy.ts'

/** A certificate with its key in memory. */
export interface Identity {
  readonly certificate: Uint8Array
  readonly key: KeyObject
}

export const issueIdentity = async (
  hierarchy: Hierarchy,
  holder: CardHolder,
  options: CardOptions = {},
): Promise<Identity> => {
  const keys = await createCardKeys('rsa')
  const certificate = await hierarchy.issue(holder, keys.publicKey, options)
  return { certificate, key: KeyObject.from(keys.privateKey) }
}

export const prepareWith = (document: Uint8Array, fields: readonly FieldToPrepare[]): Uint8Array =>
  concatBytes([document, prepareFields(document, fields)])

export interface ProgramOptions {
  /** Further lines of the signature dictionary. */
  readonly entries?: readonly string[]
  /** Corners of the program's own field on page 1, in points. */
  readonly box?: readonly [number, number, number, number]
  /** Content of the drawing, in a square of 1 by 1. */
  readonly look?: string
  /** Of its own field. */
  readonly flags?: number
}

/** Hides what is below, and says something else. */
export const WHITE_BOX = '1 g 0 0 1 1 re f 0 g 0.2 0.4 0.6 0.2 re f'

const drawingOf = (revision: RevisionWriter, look: string): PdfRef =>
  revision.add(
    pdfStream(
      pdfDict({ Type: pdfName('XObject'), Subtype: pdfName('Form'), BBox: pdfArray([0, 0, 1, 1]) }),
      asciiBytes(look),
    ),
  )

const addField = (
  document: PdfDocument,
  revision: RevisionWriter,
  { box = [0, 0, 0, 0], look = '', flags = 132 }: ProgramOptions,
  V: PdfRef,
): void => {
  const widget = revision.add(
    pdfDict({
      ...{ Type: pdfName('Annot'), Subtype: pdfName('Widget'), FT: pdfName('Sig'), F: flags, V },
      ...{ T: pdfString(encodeTextString('propio')), Rect: pdfArray([...box]) },
      AP: pdfDict({ N: drawingOf(revision, look) }),
    }),
  )
  addToPage(document, revision, 1, [widget])
  formWith(document, revision, [widget])
}

const fillField = (
  document: PdfDocument,
  revision: RevisionWriter,
  { fieldName, look }: { readonly fieldName: string; readonly look: string | undefined },
  V: PdfRef,
): void => {
  const field = document.signatureFields().find(({ name }) => name === fieldName)
  if (field?.ref === undefined) throw new Error(`no field '${fieldName}'`)
  const AP = look === undefined ? {} : { AP: pdfDict({ N: drawingOf(revision, look) }) }
  revision.put(field.ref, withEntries(field.dict, { V, ...AP }))
}

/** As a careful program signs (PAdES B-B). */
export const signCopy = (
  bytes: Uint8Array,
  fieldName: string,
  { certificate, key }: Identity,
  options: ProgramOptions = {},
): Uint8Array => {
  const { entries = [], box, look } = options
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const revision = startRevision(document)
  const signature = revision.allocate()
  const head = '/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached'
  const template = signatureTemplate([head, ...entries], 4096)
  revision.putRaw(signature, template.body)
  if (box === undefined) fillField(document, revision, { fieldName, look }, signature)
  else addField(document, revision, options, signature)
  const built = revision.build()
  const place = { document: bytes, prefix: hashPrefix(bytes), tail: built.tail, bodyAt: built.bodyOffset(signature) }
  const placeholder = fillByteRange(place, template)
  const { digest } = placeholder
  const signedAttributes = buildSignedAttributes({ contentType: objectIdentifiers.data, digest, certificate })
  const value = new Uint8Array(sign('sha256', signedAttributes, key))
  const cms = {
    contentType: objectIdentifiers.data,
    certificates: [certificate],
    signedAttributes,
    value,
    scheme: 'rsa',
  } as const
  return concatBytes([bytes, fillContents(placeholder, buildSignedData(cms))])
}
