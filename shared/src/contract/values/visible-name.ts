import * as v from 'valibot'

const NAME_LETTERS_MIN = 2

export const NAME_HIDDEN_MESSAGE = 'El nombre tiene caracteres que no se ven. Escríbelo de nuevo con el teclado.'
export const NAME_TOO_SHORT_MESSAGE = 'Escribe un nombre de al menos dos letras.'

/**
 * Controls, bidi and zero-width characters (Cf), private
 * use, lone surrogates, and characters that fonts draw
 * as nothing.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}]/u

const SPACES = /\p{Zs}+/gu

const LETTER = /\p{L}/gu

/** In NFC, with single spaces. */
const composeName = (name: string): string => name.normalize('NFC').replace(SPACES, ' ').trim()

/** Removes what no reader sees: controls, bidi marks, fillers. */
export const withoutHiddenCharacters = (text: string): string => text.replace(new RegExp(HIDDEN, 'gu'), '')

/** Variation selectors and joiners inside one emoji change how it looks. */
const OF_EMOJI = /(?:(?<=\p{Extended_Pictographic}|[0-9#*])\uFE0F|(?<=\p{Extended_Pictographic}|\uFE0F)\u200D)/gu

/** True for a text in which a reader cannot see everything that is stored. */
export const hasHiddenText = (text: string): boolean => HIDDEN.test(text.replace(OF_EMOJI, ''))

/** Strict, for names: also joiners inside of emoji count. */
export const hasHiddenCharacter = (text: string): boolean => HIDDEN.test(text)

/** Two letters in any script; digits and signs do not count. */
export const hasEnoughLetters = (name: string): boolean => (name.match(LETTER) ?? []).length >= NAME_LETTERS_MIN

/**
 * A first or last name, which may be one letter.
 *
 * @param empty message for an empty name
 * @param max length in UTF-16 units
 */
export const namePart = (empty: string, max: number) =>
  v.pipe(
    v.string(),
    v.transform(composeName),
    v.check((name) => withoutHiddenCharacters(name).trim() !== '', empty),
    v.maxLength(max),
    v.check((name) => !hasHiddenCharacter(name), NAME_HIDDEN_MESSAGE),
  )

/**
 * Requires two letters or more and no hidden characters.
 * @param empty message for an empty name
 * @param max length in UTF-16 units
 */
export const visibleName = (empty: string, max: number) =>
  v.pipe(namePart(empty, max), v.check(hasEnoughLetters, NAME_TOO_SHORT_MESSAGE))

export const TEXT_HIDDEN_MESSAGE = 'El texto tiene caracteres que no se ven. Escríbelo de nuevo con el teclado.'

const text = (max: number, tooLong: string | undefined, isVisible: (text: string) => boolean) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, tooLong), v.check(isVisible, TEXT_HIDDEN_MESSAGE))

/**
 * A label, an option, a place: one line, possibly empty.
 * @param max length in UTF-16 units
 */
export const visibleLine = (max: number, tooLong?: string) => text(max, tooLong, (line) => !hasHiddenText(line))

/**
 * A message from one person to another: also line ends and tabs.
 * @param max length in UTF-16 units
 */
export const visibleText = (max: number, tooLong?: string) =>
  text(max, tooLong, (lines) => !hasHiddenText(lines.replace(/[\n\r\t]/g, ' ')))
