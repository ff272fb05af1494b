import { isLoopback } from 'shared/server'
import { SECOND_MS } from '../../platform/clock.ts'
import { causeText, type DoctorFinding, type DoctorOptions, findingsOf } from './finding.ts'

const { ok, warning, error } = findingsOf('address')

const ANSWER_MAX_BYTES = 64 * 1024
const TIME_LIMIT = 5 * SECOND_MS

const examineForm = (publicUrl: string, smtpUrl: string | null): DoctorFinding[] => {
  const { protocol } = new URL(publicUrl)
  const findings: DoctorFinding[] = []
  if (isLoopback(publicUrl) && smtpUrl !== null)
    findings.push(
      error(
        `Los correos llevan a ${publicUrl}, que solo existe en este computador.`,
        'Define PUBLIC_URL con la dirección que ven las personas.',
      ),
    )
  if (!isLoopback(publicUrl) && protocol === 'http:')
    findings.push(error(`${publicUrl} no usa TLS: cualquiera en el camino lee los enlaces.`, 'Pon un proxy con HTTPS.'))
  return findings
}

export const examineAddress = async ({ environment, fetch }: DoctorOptions): Promise<DoctorFinding[]> => {
  const { publicUrl, smtpUrl } = environment
  const findings = examineForm(publicUrl, smtpUrl)
  const url = `${publicUrl}/healthz`
  try {
    const request = { url, accept: 'application/json', maxBytes: ANSWER_MAX_BYTES, timeLimit: TIME_LIMIT }
    const answer: unknown = JSON.parse(new TextDecoder().decode(await fetch(request)))
    const status: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'status') : undefined
    if (status !== 'ok') throw new Error('no es Trazo quien responde')
    return [...findings, ok(`El sitio responde en ${publicUrl}.`)]
  } catch (problem) {
    const remedy = 'Si el sitio está en marcha, revisa PUBLIC_URL, el DNS y el proxy.'
    return [...findings, warning(`El sitio no responde en ${url}: ${causeText(problem)}.`, remedy)]
  }
}
