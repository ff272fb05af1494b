import type { InfrastructureFailure } from '../../platform/failure-kind.ts'

/** `disk` is this machine's; `storage` is S3, where there is one. `mail` only warns: mails wait for their server. */
export const CHECK_NAMES = ['database', 'disk', 'storage', 'signing', 'sealing', 'mail'] as const
export type CheckName = (typeof CHECK_NAMES)[number]
export type FatalCheck = Exclude<CheckName, 'mail'>

/** Spanish messages for operators. */
const problemTexts: Readonly<Record<FatalCheck, string>> = {
  database: 'La base de datos no responde: nadie puede entrar, leer ni firmar.',
  disk: 'El disco no admite archivos nuevos (¿lleno o sin permisos?): nadie puede subir ni firmar.',
  storage: 'El almacenamiento S3 no responde: nadie puede leer documentos, subir ni firmar. Revisa S3_* y su servicio.',
  signing: 'La firma de prueba falló: nadie puede firmar. Revisa las claves, los certificados y la hora del servidor.',
  sealing: 'Hay documentos firmados por todas las personas que no se logran cerrar. Sus dueños pueden reintentarlo.',
}

const failureTexts: Partial<Record<FatalCheck, Partial<Record<InfrastructureFailure, string>>>> = {
  database: {
    full: 'La base de datos no tiene espacio: se puede leer, pero nadie puede entrar, subir ni firmar. Libera espacio.',
    'read-only': 'La base de datos no admite cambios: se puede leer, pero nadie puede entrar, subir ni firmar.',
  },
  disk: {
    full: 'El disco está lleno: se puede leer, pero nadie puede subir ni firmar. Libera espacio.',
    'read-only': 'El disco es de solo lectura: se puede leer, pero nadie puede subir ni firmar.',
  },
}

export const problemText = (name: FatalCheck, failure: InfrastructureFailure | undefined): string =>
  (failure && failureTexts[name]?.[failure]) ?? problemTexts[name]

/** Signing works, but needs attention. */
export const TIME_STAMP_WARNING =
  'La autoridad de sellado de tiempo configurada no respondió la última vez: se usó la de la plataforma.'

export const MAIL_WARNING =
  'El servidor de correo no recibe los correos: esperan y se reintentan. Revisa SMTP_URL y ese servidor.'

export const REPLICA_WARNING =
  'La carpeta de las segundas copias (REPLICA_DIR) no está, está llena o no es la que conoce la base de datos: los ' +
  'archivos nuevos tienen una sola copia. Monta ese disco, o sigue los pasos de docs/operations.md.'
