import * as v from 'valibot'

/** Fewest letters of a name that a person can read. */
export const NAME_LETTERS_MIN = 2

export const NAME_HIDDEN_MESSAGE = 'El nombre tiene caracteres que no se ven. Escríbelo de nuevo con el teclado.'
export const NAME_TOO_SHORT_MESSAGE = 'Escribe un nombre de al menos dos letras.'

/**
 * Controls, bidi and zero-width characters (Cf), line separators, private use, lone surrogates, and characters that
 * fonts draw as nothing. Unicode lists most of the last as Default_Ignorable_Code_Point, U+3164 among them.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}]/u

/** Any width of space: people see one space. */
const SPACES = /\p{Zs}+/gu

const LETTER = /\p{L}/gu

/** Composes a name (NFC) and makes each run of spaces one space. */
export const composeName = (name: string): string => name.normalize('NFC').replace(SPACES, ' ').trim()

/** Whether every character of a text can be seen. */
export const hasHiddenCharacter = (text: string): boolean => HIDDEN.test(text)

/** Whether a name has enough letters to be read. */
export const hasEnoughLetters = (name: string): boolean => (name.match(LETTER) ?? []).length >= NAME_LETTERS_MIN

/** One part of a name: composed, visible, of any length. The whole name needs its letters. */
export const namePart = (empty: string, max: number) =>
  v.pipe(
    v.string(),
    v.transform(composeName),
    v.nonEmpty(empty),
    v.maxLength(max),
    v.check((name) => !hasHiddenCharacter(name), NAME_HIDDEN_MESSAGE),
  )

/**
 * The rule for every name in the product: NFC, at least two letters, each character visible.
 *
 * @param empty message for an empty name
 * @param max length in UTF-16 units
 */
export const visibleName = (empty: string, max: number) =>
  v.pipe(namePart(empty, max), v.check(hasEnoughLetters, NAME_TOO_SHORT_MESSAGE))
