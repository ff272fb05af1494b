import { deflateSync } from 'node:zlib'
import { array, ascii, dict, name, type PdfObject, stream, string, textString } from 'pdf'
import { type NewDocument, newDocument } from 'pdf/write'
import { actorsOf } from '../record/actors.ts'
import type { CertificateContents, WrittenCertificate } from './certificate-task.ts'
import { copyDrawings } from './drawings.ts'
import { createPen, PAGE } from './pen.ts'
import {
  drawingName,
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

const addPages = (pdf: NewDocument, contents: readonly string[], resources: PdfObject): PdfObject => {
  const pages = pdf.allocate()
  const kids = contents.map((operators) =>
    pdf.add(
      dict({
        Type: name('Page'),
        Parent: pages,
        MediaBox: array([0, 0, PAGE.width, PAGE.height]),
        Resources: resources,
        Contents: pdf.add(stream(dict({ Filter: name('FlateDecode') }), new Uint8Array(deflateSync(ascii(operators))))),
      }),
    ),
  )
  pdf.put(pages, dict({ Type: name('Pages'), Kids: array(kids), Count: kids.length }))
  return pages
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
  writeValues(pen, evidence)
  writeRevisions(pen, evidence)
  writeLog(pen, evidence)
  const contents = writeFooters(pen, evidence)
  const pictures = [...drawings].map(([id, { reference }]) => [drawingName(id), reference] as const)
  const resources = pdf.add(dict({ Font: dict(pen.setter.fonts(pdf)), XObject: dict(Object.fromEntries(pictures)) }))
  const pages = addPages(pdf, contents, resources)
  const title = `Certificado de finalización: ${evidence.document.original_filename}`
  const root = pdf.add(
    dict({
      Type: name('Catalog'),
      Pages: pages,
      Lang: textString('es-CR'),
      ViewerPreferences: dict({ DisplayDocTitle: true }),
    }),
  )
  const written = evidence.log.at(-1)?.happened_at ?? 0
  const info = pdf.add(
    dict({ Title: textString(title), Producer: textString('Trazo'), CreationDate: string(ascii(pdfDate(written))) }),
  )
  return { pdf: pdf.build({ root, info }) }
}
