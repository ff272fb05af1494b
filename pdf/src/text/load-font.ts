import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as fontkit from 'fontkit'
import { unpackWoff } from './unpack-woff.ts'

/** In fallback order. */
export const faceNames = ['latin', 'arabic', 'hebrew', 'han', 'rest'] as const
export type FaceName = (typeof faceNames)[number] | 'latin-bold'

type Font = fontkit.Font

const resolve = createRequire(import.meta.url).resolve

interface FaceFile {
  /** PDF font name: letters, digits and hyphens. */
  readonly name: string
  readonly path: () => string
  readonly outlines?: 'cff'
}

const files: Readonly<Record<FaceName, FaceFile>> = {
  latin: {
    name: 'NotoSans-Regular',
    path: () => join(resolve('@embedpdf/fonts-latin'), '../../fonts/NotoSans-Regular.ttf'),
  },
  'latin-bold': {
    name: 'NotoSans-SemiBold',
    path: () => join(resolve('@embedpdf/fonts-latin'), '../../fonts/NotoSans-SemiBold.ttf'),
  },
  arabic: {
    name: 'NotoNaskhArabic-Regular',
    path: () => join(resolve('@embedpdf/fonts-arabic'), '../../fonts/NotoNaskhArabic-Regular.ttf'),
  },
  hebrew: {
    name: 'NotoSansHebrew-Regular',
    path: () => join(resolve('@embedpdf/fonts-hebrew'), '../../fonts/NotoSansHebrew-Regular.ttf'),
  },
  han: {
    name: 'NotoSansHans-Regular',
    path: () => join(resolve('@embedpdf/fonts-sc'), '../../fonts/NotoSansHans-Regular.otf'),
    outlines: 'cff',
  },
  rest: {
    name: 'UnifontExMono',
    path: () => resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'),
  },
}

/** `outlines` decides how a subset is embedded (ISO 32000-1, 9.9). */
export interface FontFace {
  readonly name: string
  readonly font: Font
  readonly outlines: 'truetype' | 'cff'
}

const loaded = new Map<FaceName, FontFace>()

/** Loads lazily: most documents need few faces. */
export const loadFace = (name: FaceName): FontFace => {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const path = files[name].path()
  const bytes = readFileSync(path)
  const opened = fontkit.create(path.endsWith('.woff') ? unpackWoff(bytes) : bytes)
  if (!('layout' in opened)) throw new Error(`${name} is a collection of fonts`)
  const face: FontFace = { name: files[name].name, font: opened, outlines: files[name].outlines ?? 'truetype' }
  loaded.set(name, face)
  return face
}
