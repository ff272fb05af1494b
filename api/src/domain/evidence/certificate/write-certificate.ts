import { deflateSync } from 'node:zlib'
import { asciiBytes, type PdfObject, pdfArray, pdfDict, pdfName, pdfStream, pdfString, textString } from 'pdf'
import { accessibleCatalog } from 'pdf/tags'
import { newDocument, type PdfBuilder } from 'pdf/write'
import { actorsOf } from '../record/actors.ts'
import type { CertificateContents, WrittenCertificate } from './certificate-task.ts'
import { copyDrawings } from './drawings.ts'
import { type CertificatePen, createPen, PAGE_SIZE } from './pen.ts'
import {
  drawingName,
  writeAnswers,
  writeDocument,
  writeFooters,
  writeRevisions,
  writeSigners,
  writeTitle,
  writeValues,
} from './sections.ts'
import { writeLog } from './write-log.ts'

/** `D:20260131180000Z` (ISO 32000-1, 7.9.4). */
const pdfDate = (milliseconds: number): string =>
  `D:${new Date(milliseconds).toISOString().replace(/\D/g, '').slice(0, 14)}Z`

/** @returns catalog entries */
const addPages = (
  pdf: PdfBuilder,
  contents: readonly string[],
  resources: PdfObject,
  { structure }: CertificatePen,
): Readonly<Record<string, PdfObject>> => {
  const pages = pdf.allocate()
  const kids = contents.map((operators, index) =>
    pdf.add(
      pdfDict({
        Type: pdfName('Page'),
        Parent: pages,
        MediaBox: pdfArray([0, 0, PAGE_SIZE.width, PAGE_SIZE.height]),
        Resources: resources,
        StructParents: index,
        Contents: pdf.add(
          pdfStream(pdfDict({ Filter: pdfName('FlateDecode') }), new Uint8Array(deflateSync(asciiBytes(operators)))),
        ),
      }),
    ),
  )
  pdf.put(pages, pdfDict({ Type: pdfName('Pages'), Kids: pdfArray(kids), Count: kids.length }))
  return { Pages: pages, ...structure.addTree(pdf, kids) }
}

/**
 * Lays out the certificate from the log. Reads no clock, so the same log gives the same bytes; the platform signs them
 * afterwards.
 */
export const writeCertificate = ({ final, facts }: CertificateContents): WrittenCertificate => {
  const evidence = { ...facts, actors: actorsOf(facts.log) }
  const pdf = newDocument()
  const drawings = copyDrawings(
    final,
    evidence.signatures.map(({ field_id }) => field_id),
    pdf,
  )
  const pen = createPen()
  writeTitle(pen, evidence)
  writeDocument(pen, evidence)
  writeSigners(pen, evidence, drawings)
  writeAnswers(pen, evidence)
  writeValues(pen, evidence)
  writeRevisions(pen, evidence)
  writeLog(pen, evidence)
  const contents = writeFooters(pen, evidence)
  const pictures = [...drawings].map(([id, { reference }]) => [drawingName(id), reference] as const)
  const resources = pdf.add(
    pdfDict({ Font: pdfDict(pen.setter.fonts(pdf)), XObject: pdfDict(Object.fromEntries(pictures)) }),
  )
  const pages = addPages(pdf, contents, resources, pen)
  const title = `Certificado de finalización: ${evidence.document.original_filename}`
  const root = pdf.add(
    pdfDict({
      Type: pdfName('Catalog'),
      ...pages,
      ...accessibleCatalog(pdf, { title, language: 'es-CR' }),
    }),
  )
  const written = evidence.log.at(-1)?.happened_at ?? 0
  const info = pdf.add(
    pdfDict({
      Title: textString(title),
      Producer: textString('Trazo'),
      CreationDate: pdfString(asciiBytes(pdfDate(written))),
    }),
  )
  return { pdf: pdf.build({ root, info }) }
}
