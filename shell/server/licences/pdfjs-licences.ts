import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIBERATION_FONTS, licenceOf, type PackageLicence } from 'shared/build/licences'

const BSD_2 = 'BSD-2-Clause'
const BSD_3 = 'BSD-3-Clause'

/** Parts of pdf.js by others, by the file of their licence. */
const PARTS: Readonly<Record<string, Pick<PackageLicence, 'name' | 'licence'>>> = {
  'cmaps/LICENSE': { name: 'pdfjs-dist/cmaps: Adobe', licence: BSD_3 },
  'iccs/LICENSE': { name: 'pdfjs-dist/iccs', licence: 'CC0-1.0' },
  'standard_fonts/LICENSE_FOXIT': { name: 'pdfjs-dist/standard_fonts: Foxit', licence: BSD_3 },
  'standard_fonts/LICENSE_LIBERATION': LIBERATION_FONTS,
  'wasm/LICENSE_JBIG2': { name: 'pdfjs-dist/wasm: JBIG2', licence: BSD_3 },
  'wasm/LICENSE_OPENJPEG': { name: 'pdfjs-dist/wasm: OpenJPEG', licence: BSD_2 },
  'wasm/LICENSE_PDFJS_JBIG2': { name: 'pdfjs-dist/wasm: pdf.js.jbig2', licence: 'Apache-2.0' },
  'wasm/LICENSE_PDFJS_OPENJPEG': { name: 'pdfjs-dist/wasm: pdf.js.openjpeg', licence: BSD_2 },
  'wasm/LICENSE_PDFJS_QCMS': { name: 'pdfjs-dist/wasm: pdf.js.qcms', licence: 'MIT' },
  'wasm/LICENSE_PDFJS_QUICKJS': { name: 'pdfjs-dist/wasm: pdf.js.quickjs', licence: 'MIT' },
  'wasm/LICENSE_QCMS': { name: 'pdfjs-dist/wasm: qcms', licence: 'MIT' },
  'wasm/LICENSE_QUICKJS': { name: 'pdfjs-dist/wasm: QuickJS', licence: 'MIT' },
}

export const pdfjsPartFiles: readonly string[] = Object.keys(PARTS)

/**
 * @param folder of the package
 * @throws if it lacks one of the files
 */
export const pdfjsLicences = (folder: string): PackageLicence[] => {
  const whole = licenceOf(folder)
  if (!whole) throw new Error(`${folder} is no package`)
  const parts = Object.entries(PARTS).map(([file, part]) => ({
    ...part,
    version: whole.version,
    text: readFileSync(join(folder, file), 'utf8').trim(),
  }))
  return [whole, ...parts]
}
