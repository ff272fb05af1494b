import { createHash, randomBytes, type X509Certificate } from 'node:crypto'
import { checkTimeStampToken, decodeTimeStampResponse, encodeTimeStampRequest, sha256Imprint } from 'pdf/cms/node'
import { readTrust } from '../../domain/pki/trust-file.ts'
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { TSA_MAX_BYTES, TSA_TIME_LIMIT } from '../../platform/fetch-limited.ts'
import { EXPIRY_NOTICE } from './examine-certificates.ts'
import { causeText, type DoctorFinding, type DoctorOptions, findingsOf } from './finding.ts'
import type { ReadOnlyDatabase } from './open-read-only-database.ts'

const stamps = findingsOf('timeStamps')
const time = findingsOf('clock')

/** Beyond this, processes disagree about order. */
const CLOCK_WANTED = 2 * SECOND_MS
/** Beyond this, time stamps and certificates are rejected. */
const CLOCK_NEEDED = 5 * MINUTE_MS
const SYNCHRONISE = 'Sincroniza el reloj del servidor: timedatectl set-ntp true (o instala chrony).'

/** Milliseconds; positive if our clock is ahead. */
const compare = (whose: string, difference: number): DoctorFinding => {
  const seconds = (Math.abs(difference) / SECOND_MS).toFixed(1)
  const direction = difference > 0 ? 'adelantado' : 'atrasado'
  const words = `El reloj va ${seconds} s ${direction} según ${whose}.`
  if (Math.abs(difference) > CLOCK_NEEDED) return time.error(words, SYNCHRONISE)
  if (Math.abs(difference) > CLOCK_WANTED) return time.warning(words, SYNCHRONISE)
  return time.ok(`Coincide con ${whose}.`)
}

/** Concerns the TSA, but affects its users. */
const examineEnd = ({ validTo }: X509Certificate, now: number): DoctorFinding | undefined => {
  if (Date.parse(validTo) - now > EXPIRY_NOTICE) return undefined
  const day = new Date(validTo).toISOString().slice(0, 10)
  return stamps.warning(
    `El sello es válido, y el certificado con que se hace vence el ${day}.`,
    'Pregunta a la autoridad cuándo lo cambia, y si TSA_CA sigue sirviendo después.',
  )
}

export const examineTimeStamps = async ({ environment, fetch, clock }: DoctorOptions): Promise<DoctorFinding[]> => {
  const { timeStampAuthority: external } = environment
  if (external === null) return [stamps.ok('Los da la propia plataforma.')]
  const imprint = createHash('sha256').update('Trazo').digest()
  const nonce = new Uint8Array(randomBytes(16))
  try {
    const trust = await readTrust(external.authorities, new Date(clock()), 'TSA_CA')
    const body = encodeTimeStampRequest({ imprint: sha256Imprint(imprint), nonce })
    const answer = await fetch({
      url: external.url,
      body: { contentType: 'application/timestamp-query', bytes: body },
      accept: 'application/timestamp-reply',
      maxBytes: TSA_MAX_BYTES,
      timeLimit: TSA_TIME_LIMIT,
    })
    const token = checkTimeStampToken(decodeTimeStampResponse(answer), { imprint, nonce, trust })
    return [
      examineEnd(token.authority, clock()) ?? stamps.ok(`${external.url} responde y su sello es válido.`),
      compare('la autoridad de sellado de tiempo', clock() - token.time.getTime()),
    ]
  } catch (problem) {
    return [
      stamps.error(
        `${external.url} no da sellos que sirvan: ${causeText(problem)}.`,
        'Revisa TSA_URL, la salida a internet y que TSA_CA tenga sus autoridades. Mientras tanto sella la plataforma.',
      ),
    ]
  }
}

export const examineClock = async (
  ledger: ReadOnlyDatabase | null,
  clock: DoctorOptions['clock'],
): Promise<DoctorFinding[]> => {
  if (ledger === null) return []
  const [newest] = await ledger.rows('select max(signed_at) as at from signatures').catch(() => [])
  const at = typeof newest?.at === 'number' ? newest.at : 0
  const findings: DoctorFinding[] = []
  if (at > clock() + CLOCK_WANTED)
    findings.push(time.error(`El reloj va atrasado: ya hay firmas del ${new Date(at).toISOString()}.`, SYNCHRONISE))
  if (ledger.kind === 'postgres') {
    const [shown] = await ledger.rows('select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at')
    findings.push(compare('la base de datos', clock() - Number(shown?.at)))
  }
  return findings.length > 0 ? findings : [time.ok('No contradice a las firmas que ya hay.')]
}
