import { errorCode } from 'shared/server'
import type { DkimPlace } from '../../platform/environment/mail-environment.ts'
import { type DkimKey, readDkimKey } from '../../platform/mail/dkim-key.ts'
import { causeText, type DoctorFinding, type DoctorOptions, findingsOf } from './finding.ts'

const { ok, warning, error } = findingsOf('mail')

/** No such name, or no such record. */
const ABSENT: readonly string[] = ['ENOTFOUND', 'ENODATA']

/** The `p=` tag (RFC 6376, 3.6.1). */
const publishedKey = (parts: readonly string[]): string =>
  /(?:^|;)\s*p=([^;]*)/.exec(parts.join(''))?.[1]?.replaceAll(/\s/g, '') ?? ''

const comparePublished = async (
  name: string,
  { publicKey }: DkimKey,
  lookUpTxt: DoctorOptions['lookUpTxt'],
): Promise<DoctorFinding> => {
  const remedy = `Publica en DNS el registro TXT ${name} con: v=DKIM1; k=rsa; p=${publicKey}`
  try {
    const published = (await lookUpTxt(name)).map(publishedKey)
    if (published.includes(publicKey)) return ok(`La firma DKIM es la publicada en ${name}.`)
    return error(`${name} publica otra llave: los servidores tomarán los correos por falsificados.`, remedy)
  } catch (problem) {
    if (ABSENT.includes(errorCode(problem)))
      return error(`${name} no existe en DNS: nadie puede comprobar la firma DKIM.`, remedy)
    return warning(`No se pudo consultar ${name}: ${causeText(problem)}.`, 'Revisa el DNS de este servidor.')
  }
}

/** Compares the private key with DNS. */
export const examineDkim = async (
  place: DkimPlace | null,
  lookUpTxt: DoctorOptions['lookUpTxt'],
): Promise<DoctorFinding[]> => {
  if (place === null) return []
  try {
    const key = await readDkimKey(place)
    return [await comparePublished(`${key.selector}._domainkey.${key.domain}`, key, lookUpTxt)]
  } catch (problem) {
    return [error(causeText(problem), 'Corrige MAIL_DKIM_KEY_FILE: así la API no inicia.')]
  }
}
