/** ISO 32000-1, 7.9.4; UTC without a zone, undefined if invalid. */
export function readPdfDate(text: string | undefined): Date | undefined {
  const match = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?)?/.exec(text ?? '')
  if (match === null) return undefined
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', , sign, hours, minutes] = match
  const zone = sign === undefined ? 'Z' : `${sign}${hours}:${minutes ?? '00'}`
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
