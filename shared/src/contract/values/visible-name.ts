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

export const hasHiddenCharacter = (text: string): boolean => HIDDEN.test(text)

export const hasEnoughLetters = (name: string): boolean => (name.match(LETTER) ?? []).length >= NAME_LETTERS_MIN

export const namePart = (empty: string, max: number) =>
  v.pipe(
    v.string(),
    v.transform(composeName),
    v.nonEmpty(empty),
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
