import { createHash } from 'node:crypto'
import {
  asciiBytes,
  concatBytes,
  formatObject,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfRef,
  pdfString,
  serializeObject,
} from '../syntax/index.ts'
import { documentEnd } from './xref-section.ts'

/** Takes objects of a new document or of an update. */
export interface ObjectSink {
  add(object: PdfObject): PdfRef
}

/** Builds a PDF from scratch (ISO 32000-1, 7.5). */
export interface PdfBuilder extends ObjectSink {
  allocate(): PdfRef
  put(target: PdfRef, object: PdfObject): void
  /** Deterministic. */
  build(trailer: { readonly root: PdfRef; readonly info: PdfRef }): Uint8Array
}

/** The second line marks the file as binary. */
const HEADER = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'

/** Starts an empty document of one revision. */
export const newDocument = (): PdfBuilder => {
  const bodies: (Uint8Array | undefined)[] = []
  const allocate = (): PdfRef => {
    bodies.push(undefined)
    return pdfRef(bodies.length)
  }
  const put = (target: PdfRef, object: PdfObject): void => {
    bodies[target.num - 1] = serializeObject(object)
  }
  const add = (object: PdfObject): PdfRef => {
    const target = allocate()
    put(target, object)
    return target
  }

  const build: PdfBuilder['build'] = ({ root, info }) => {
    const chunks = [asciiBytes(HEADER)]
    let length = HEADER.length
    const offsets = bodies.map((body, index) => {
      if (body === undefined) throw new Error(`object ${index + 1} was allocated and never written`)
      const chunk = concatBytes([asciiBytes(`${index + 1} 0 obj\n`), body, asciiBytes('\nendobj\n')])
      chunks.push(chunk)
      length += chunk.length
      return length - chunk.length
    })
    const id = pdfString(new Uint8Array(createHash('sha256').update(concatBytes(chunks)).digest().subarray(0, 16)))
    const size = bodies.length + 1
    const trailer = formatObject(pdfDict({ Size: size, Root: root, Info: info, ID: pdfArray([id, id]) }))
    return concatBytes([...chunks, documentEnd(offsets, trailer, length)])
  }
  return { allocate, put, add, build }
}
