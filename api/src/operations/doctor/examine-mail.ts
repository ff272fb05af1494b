import { createTransport } from 'nodemailer'
import { errorCode, isLoopback } from 'shared/server'
import { SECOND_MS } from '../../platform/clock.ts'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import { causeText, type DoctorFinding, findingsOf } from './finding.ts'

const { ok, warning, error } = findingsOf('mail')

const TIMEOUTS = { connectionTimeout: 5 * SECOND_MS, greetingTimeout: 5 * SECOND_MS, socketTimeout: 5 * SECOND_MS }

/** https://nodemailer.com/errors */
const REMEDIES: Readonly<Record<string, string>> = {
  EAUTH: 'El servidor no acepta el usuario o la contraseña de SMTP_URL (los signos especiales van codificados: %40).',
  EDNS: 'El host de SMTP_URL no existe. Revisa cómo está escrito.',
  ETIMEDOUT: 'Revisa el puerto de SMTP_URL y que el cortafuegos deje salir.',
  ECONNECTION: 'Revisa el host y el puerto de SMTP_URL y que el cortafuegos deje salir.',
  ESOCKET: 'Revisa el host y el puerto de SMTP_URL, y si el servidor espera smtps:// (465) o smtp:// (587).',
  ETLS: 'El servidor y SMTP_URL no coinciden en TLS: smtps:// es para el puerto 465, smtp:// para el 587.',
}

const examineOutbox = ({ publicUrl, devOutbox, smtpUrl }: ApiEnvironment): DoctorFinding[] => {
  const isReached = !isLoopback(publicUrl)
  if (isReached && devOutbox) {
    const what = smtpUrl === null ? 'lee los correos en /dev/outbox y puede usar' : 'puede usar'
    return [
      warning(`DEV_OUTBOX=1: quien llegue a ${publicUrl} ${what} la cuenta de demostración.`, 'Quita DEV_OUTBOX.'),
    ]
  }
  if (smtpUrl !== null) return []
  return isReached
    ? [
        error(
          'Sin SMTP_URL ningún correo sale, y la API no arranca: cualquiera leería los correos.',
          'Define SMTP_URL y MAIL_FROM.',
        ),
      ]
    : [ok('Sin SMTP_URL los correos quedan en una carpeta: sirve para probar.')]
}

/** Sends nothing. */
export const examineMail = async (environment: ApiEnvironment): Promise<DoctorFinding[]> => {
  const { smtpUrl, mailFrom } = environment
  const findings = examineOutbox(environment)
  if (smtpUrl === null) return findings
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS })
  if (mailFrom.address.endsWith('@localhost'))
    findings.push(warning(`El remitente es ${mailFrom.address}: muchos servidores lo rechazan.`, 'Define MAIL_FROM.'))
  try {
    await transport.verify()
    return [ok(`${new URL(smtpUrl).hostname} responde.`), ...findings]
  } catch (problem) {
    const remedy = REMEDIES[errorCode(problem)] ?? 'Revisa SMTP_URL.'
    return [error(`No se pueden enviar correos: ${causeText(problem)}.`, remedy), ...findings]
  } finally {
    transport.close()
  }
}
