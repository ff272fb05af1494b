import { asciiBytes, concatBytes, decodeLatin1, pdfDict, pdfName } from 'pdf'
import { rewriteDocument } from 'pdf/repair'
import { catalogOf, patch, startDraft } from './draft.ts'
import type { Upload } from './original.ts'
import { writeUpdate } from './write-update.ts'

/** Readers find the section by scanning. */
const damage = (bytes: Uint8Array): Uint8Array =>
  asciiBytes(
    decodeLatin1(bytes).replace(
      /startxref\n(\d+)\n%%EOF\n$/,
      (_, at: string) => `startxref\n${Number(at) + 7}\n%%EOF\n`,
    ),
  )

function withScript(bytes: Uint8Array): Uint8Array {
  const draft = startDraft(bytes)
  const script = pdfDict({ S: pdfName('JavaScript'), JS: { kind: 'string', bytes: asciiBytes('app.alert(1)') } })
  patch(draft, catalogOf(draft), { OpenAction: script })
  return concatBytes([bytes, writeUpdate(draft, 'plain', new Set()).tail])
}

/** Goes through the code that repairs and cleans uploads. */
export function acceptUpload(bytes: Uint8Array, upload: Upload): Promise<Uint8Array> {
  if (upload === 'repaired') return rewriteDocument(damage(bytes), 'repair')
  return upload === 'cleaned' ? rewriteDocument(withScript(bytes), 'clean') : Promise.resolve(bytes)
}
