import type { SecurityEvent } from 'shared/contract/accounts'
import { toInstant } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { SecurityEventKind } from '../../../platform/database/schema.ts'
import { newId } from '../../../platform/ids.ts'
import { currentOrigin } from '../../../platform/origin.ts'
import { deviceName } from './device-name.ts'
import { LOG_LENGTH, LOG_LIFE } from './security-constants.ts'

/** `detail` fills the text: a device, an address, a name. */
export interface NotedSecurityEvent {
  readonly userId: number
  readonly kind: SecurityEventKind
  readonly detail?: string
  readonly now: number
}

/** Call it in the transaction of the change. Address and browser come from the current request. */
export const noteSecurityEvent = async (
  db: ApiDatabase,
  { userId, kind, detail = '', now }: NotedSecurityEvent,
): Promise<void> => {
  const origin = currentOrigin()
  await db
    .deleteFrom('security_events')
    .where('user_id', '=', userId)
    .where('happened_at', '<', now - LOG_LIFE)
    .execute()
  const place = { address: origin?.address ?? null, user_agent: origin?.userAgent ?? null }
  await db
    .insertInto('security_events')
    .values({ id: newId(), user_id: userId, happened_at: now, kind, detail, ...place })
    .execute()
}

export const securityEventTexts: Readonly<Record<SecurityEventKind, (detail: string) => string>> = {
  registered: () => 'Se creó la cuenta',
  'logged-in': () => 'Inicio de sesión',
  'password-changed': () => 'Se cambió la contraseña',
  'password-reset': () => 'Se eligió otra contraseña con un código enviado por correo',
  'email-verified': (email) => `Se confirmó el email ${email}`,
  'email-change-asked': (email) => `Se pidió cambiar el email a ${email}`,
  'email-changed': (email) => `El email cambió a ${email}`,
  'email-change-undone': (email) => `Se deshizo el cambio de email: volvió a ser ${email}`,
  'address-added': (email) => `Se agregó la dirección ${email}`,
  'address-removed': (email) => `Se quitó la dirección ${email}`,
  'session-ended': (device) => `Se cerró la sesión de ${device}`,
  'totp-added': () => 'Se activó una aplicación de códigos',
  'totp-removed': () => 'Se quitó la aplicación de códigos',
  'recovery-codes-made': () => 'Se crearon códigos de recuperación nuevos',
  'recovery-code-used': () => 'Se usó un código de recuperación',
  'passkey-added': (name) => `Se agregó la llave de acceso «${name}»`,
  'passkey-removed': (name) => `Se quitó la llave de acceso «${name}»`,
  'other-sessions-ended': () => 'Se cerraron las demás sesiones',
  'program-token-added': (name) => `Se creó el token de programa «${name}»`,
  'program-token-removed': (name) => `Se revocó el token de programa «${name}»`,
  'program-client-added': (name) => `Se creó el cliente OAuth «${name}»`,
  'program-client-rotated': (name) => `Se cambió el secreto del cliente OAuth «${name}»`,
  'program-client-removed': (name) => `Se revocó el cliente OAuth «${name}»`,
  'embedding-origin-added': (origin) => `El sitio ${origin} puede mostrar tus invitaciones`,
  'embedding-origin-removed': (origin) => `El sitio ${origin} ya no puede mostrar tus invitaciones`,
  'embedding-development-on': () => 'Se activó el modo de desarrollo de los sitios que incrustan',
  'embedding-development-off': () => 'Se desactivó el modo de desarrollo de los sitios que incrustan',
  'account-exported': () => 'Se descargaron los datos de la cuenta',
  'account-deleted': () => 'Se eliminó la cuenta',
}

export const readSecurityLog = async (db: ApiDatabase, userId: number): Promise<SecurityEvent[]> => {
  const rows = await db
    .selectFrom('security_events')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LOG_LENGTH)
    .execute()
  return rows.map(({ id, kind, detail, address, user_agent, happened_at }) => ({
    id,
    text: securityEventTexts[kind](detail),
    device: user_agent === null ? null : deviceName(user_agent),
    address,
    happened_at: toInstant(happened_at),
  }))
}
