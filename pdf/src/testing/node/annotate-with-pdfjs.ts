import { readFileSync, writeFileSync } from 'node:fs'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import * as v from 'valibot'

/* Usage: INPUT OUTPUT EDITORS (JSON). Annotates a PDF with pdf.js. */
const [input = '', output = '', editors = '[]'] = process.argv.slice(2)
const pdf = await getDocument({ data: new Uint8Array(readFileSync(input)), verbosity: 0 }).promise
v.parse(v.array(v.record(v.string(), v.unknown())), JSON.parse(editors)).forEach((editor, index) => {
  // The page uses typed arrays.
  const asPage = {
    ...editor,
    ...(Array.isArray(editor.lines) ? { lines: editor.lines.map((line) => Float32Array.from(line)) } : {}),
  }
  pdf.annotationStorage.setValue(`pdfjs_internal_editor_${index}`, asPage)
})
writeFileSync(output, await pdf.saveDocument())
process.exit(0)
