import { type ScriptFace, scriptFaces } from './script-faces.ts'

/**
 * Code points, in hexadecimal, that the font files draw. A test reads the
 * files and compares.
 */
const covered: Readonly<Record<ScriptFace, string>> = {
  dancing:
    '20-7e a0-17e 18f 192 1a0-1a1 1af-1b0 1c4-1cc 1e6-1e7 1ea-1eb 1fa-21b 22a-22d 230-233 237 259 2bc 2c6-2c7 2c9 2da 2dc-2dd 300-301 303-304 308-309 323 1e80-1e85 1e9e 1ea0-1ef9 2013-2014 2018-201a 201c-201e 2020 2022 2026 2039-203a 2044 20a1 20a3-20a4 20a6-20a7 20a9 20ab-20ad 20b1-20b2 20b5 20b9-20ba 20bc-20bd 2122 2212 2215',
  sacramento:
    '20-7e a0-129 12b-17e 192 1fc-1ff 237 2c6-2c7 2da 2dc-2dd 1e80-1e85 1ef2-1ef3 2013-2014 2018-201a 201c-201e 2020 2022 2026 2039-203a 2044 20ac 2122 2212 2215',
}

export const coveredRanges = (face: ScriptFace): readonly (readonly [first: number, last: number])[] =>
  covered[face].split(' ').map((range) => {
    const [first = '', last = first] = range.split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })

/** Each once. Spaces need no glyph. */
const missingCharacters = (name: string, face: ScriptFace): readonly string[] => {
  const ranges = coveredRanges(face)
  const isMissing = (character: string): boolean => {
    const code = character.codePointAt(0) ?? 0
    return !/\s/u.test(character) && !ranges.some(([first, last]) => first <= code && code <= last)
  }
  return [...new Set(name.normalize('NFC'))].filter(isMissing)
}

/** Missing characters that the text names. */
const NAMED_MAX = 3

/** Undefined if the face draws the whole name. A fallback font would mix two hands, or draw boxes. */
export const typedNameProblem = (name: string, face: ScriptFace): string | undefined => {
  const missing = missingCharacters(name, face)
  if (missing.length === 0) return undefined
  const named = missing.slice(0, NAMED_MAX).map((character) => `«${character}»`)
  const other = scriptFaces.find(({ id }) => missingCharacters(name, id).length === 0)
  return other
    ? `Esta letra no tiene ${named.join(', ')}. Elige «${other.label}», o dibuja tu firma.`
    : `Ninguna de nuestras letras tiene ${named.join(', ')}. Escribe tu nombre con letras latinas, o dibuja tu firma.`
}
