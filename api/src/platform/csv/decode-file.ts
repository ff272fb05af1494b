import { ApiError } from '../http/api-error.ts'

export interface DecodedFile {
  readonly text: string
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252'
}

const unreadable = (message?: string): ApiError =>
  new ApiError('CSV_UNREADABLE', message === undefined ? {} : { message })

/** xlsx and ods. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** xls, the compound file format. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0]
const PDF = [0x25, 0x50, 0x44, 0x46]

const startsWith = (bytes: Uint8Array, prefix: readonly number[]): boolean =>
  prefix.every((byte, index) => bytes[index] === byte)

const decodeAs = (bytes: Uint8Array, label: string): string | undefined => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const refuseOtherFiles = (bytes: Uint8Array): void => {
  if (startsWith(bytes, ZIP) || startsWith(bytes, OLE))
    throw unreadable('Esto es un libro de Excel, no un CSV. Ábrelo, elige «Guardar como» y «CSV UTF-8».')
  if (startsWith(bytes, PDF)) throw unreadable('Esto es un PDF, no un CSV. Elige el archivo con la lista de personas.')
}

const utf16 = (bytes: Uint8Array): string | undefined => {
  if (startsWith(bytes, [0xff, 0xfe])) return decodeAs(bytes, 'utf-16le')
  if (startsWith(bytes, [0xfe, 0xff])) return decodeAs(bytes, 'utf-16be')
  return undefined
}

// Windows-1252 leaves these five bytes undefined.
const UNDEFINED = /[\u0081\u008d\u008f\u0090\u009d]/

/**
 * Excel saves CSV as Windows-1252 in Spanish, as UTF-8 or as UTF-16 («Texto Unicode»). UTF-8 is tried strictly first:
 * text of Windows-1252 with accents is almost never valid UTF-8.
 *
 * @throws ApiError CSV_UNREADABLE, with the way to save a CSV if the file is a workbook or a PDF
 */
export const decodeFile = (bytes: Uint8Array): DecodedFile => {
  refuseOtherFiles(bytes)
  const wide = utf16(bytes)
  if (wide !== undefined) return { text: checked(wide), encoding: 'UTF-16' }
  const utf8 = decodeAs(bytes, 'utf-8')
  if (utf8 !== undefined) return { text: checked(utf8), encoding: 'UTF-8' }
  const text = checked(new TextDecoder('windows-1252').decode(bytes))
  if (UNDEFINED.test(text)) throw unreadable()
  return { text, encoding: 'Windows-1252' }
}

/** A NUL character means UTF-16 without a byte order mark, or no text at all. */
const checked = (text: string): string => {
  if (text.includes('\0')) throw unreadable()
  if (text.trim() === '') throw unreadable('El archivo está vacío. Elige otro o pega las filas.')
  return text
}
