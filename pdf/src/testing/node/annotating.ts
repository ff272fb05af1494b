import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withTempDir } from './tools.ts'

/** Serialised pdf.js editor. */
export type Edited = Readonly<Record<string, unknown>>

const SCRIPT = new URL('./annotate-with-pdfjs.ts', import.meta.url)

export const annotate = (bytes: Uint8Array, editors: readonly Edited[]): Uint8Array =>
  withTempDir((directory) => {
    const [input, output] = [join(directory, 'in.pdf'), join(directory, 'out.pdf')]
    writeFileSync(input, bytes)
    execFileSync(process.execPath, [SCRIPT.pathname, input, output, JSON.stringify(editors)], { stdio: 'pipe' })
    return new Uint8Array(readFileSync(output))
  })

export const tailOf = (base: Uint8Array, saved: Uint8Array): Uint8Array => saved.subarray(base.length)

export const freeText = (value: string, extra: Edited = {}): Edited => ({
  annotationType: 3,
  color: [0, 0, 0],
  fontSize: 10,
  value,
  pageIndex: 0,
  rect: [100, 600, 300, 620],
  rotation: 0,
  ...extra,
})

export const highlight = (extra: Edited = {}): Edited => ({
  annotationType: 9,
  color: [255, 255, 152],
  opacity: 1,
  thickness: 12,
  quadPoints: [100, 520, 200, 520, 100, 500, 200, 500],
  outlines: [[100, 500, 200, 500, 200, 520, 100, 520]],
  pageIndex: 0,
  rect: [100, 500, 200, 520],
  rotation: 0,
  ...extra,
})

/** Filled outlines with alternative text. */
export const signature = (alt: string, extra: Edited = {}): Edited => ({
  annotationType: 101,
  isSignature: true,
  areContours: true,
  color: [0, 0, 0],
  thickness: 0,
  lines: [[NaN, NaN, NaN, NaN, 100, 400, 110, 400, 120, 420, 140, 430, 150, 430, 160, 430, 170, 420]],
  pageIndex: 0,
  rect: [100, 400, 200, 440],
  rotation: 0,
  accessibilityData: { type: 'Figure', alt },
  ...extra,
})

export const comment = (contents: string): Edited => ({ popup: { contents, rect: [300, 600, 480, 700] } })
