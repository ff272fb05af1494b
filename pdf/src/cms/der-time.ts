import { type DerElement, derContents } from './der-reader.ts'
import { SignatureError } from './signature-error.ts'

/**
 * UTCTime or GeneralizedTime (RFC 5280, 4.1.2.5); allows
 * fractions (RFC 3161).
 */
export function readTime(given: DerElement | undefined): Date {
  const identifier = given?.identifier === 0x17 ? 0x17 : 0x18
  const text = new TextDecoder('latin1').decode(derContents(given, identifier))
  const full = identifier === 0x18 ? text : `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}`
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(\.\d+)?(Z|[+-]\d{4})$/.exec(full)
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = match ?? []
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${offset}`)
  if (Number.isNaN(time.getTime())) throw new SignatureError('ASN1_MALFORMED', 'invalid time')
  return time
}
