const CONNECTION =
  /\b(?:ECONN\w+|ETIMEDOUT|ESOCKET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EPIPE)\b|timeout|greeting never received|connection closed/i
/** SMTP reply with optional enhanced code (RFC 5321, 4.2; RFC 3463). */
const REPLY = /(?:^|[\s:])([45]\d\d)[ -](?:([45]\.\d{1,3}\.\d{1,3})\b)?/

const byReply = (code: string, enhanced: string): string => {
  const temporary = code.startsWith('4')
  if (code === '552' || code === '452' || enhanced.endsWith('.2.2')) return `El buzón está lleno (${code}).`
  if (code === '530' || code === '535') return 'El servidor de correo no nos dejó entrar.'
  if (['550', '551', '553'].includes(code) || enhanced.startsWith('5.1.'))
    return `La dirección no existe o no recibe mensajes (${code}).`
  return temporary ? `El servidor de correo pidió esperar (${code}).` : `El servidor de correo lo rechazó (${code}).`
}

/**
 * Explains a failed delivery to the owner.
 * Uses only the reply code: server texts are English and may name
 * internal hosts.
 */
export const deliveryReason = (lastError: string): string => {
  if (lastError.includes('not a single mailbox')) return 'La dirección de correo no es válida.'
  const [, code, enhanced = ''] = REPLY.exec(lastError) ?? []
  if (code !== undefined) return byReply(code, enhanced)
  return CONNECTION.test(lastError)
    ? 'No hubo conexión con el servidor de correo.'
    : 'El servidor de correo no aceptó el mensaje.'
}
