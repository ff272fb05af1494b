import * as v from 'valibot'
import { cardMessages } from './card-messages.ts'
import { COMPARE_AGAIN, DocumentPlaceSchema, SIGN_INSIDE } from './copy-place.ts'
import { invitationMessages } from './invitation-messages.ts'
import { pageMessages } from './page-messages.ts'

export { copyPlaceText } from './copy-place.ts'
export { OVERLOADED_MESSAGE } from './overloaded.ts'
export { rateLimitedText } from './rate-limited-text.ts'

/** For servers and tests: pages import the smaller `pageMessages`. */
export const errorMessages = {
  ...pageMessages,
  VALIDATION: 'Hay datos que corregir en el formulario.',
  NOT_FOUND: 'No encontramos lo que buscas. Puede que se haya eliminado o que el enlace ya no sirva.',
  FORBIDDEN: 'No tienes permiso para hacer esto.',
  RATE_LIMITED: 'Demasiados intentos. Espera un momento y vuelve a intentarlo.',
  IDEMPOTENCY_KEY_INVALID:
    'El encabezado Idempotency-Key debe tener entre 16 y 128 letras, números o guiones. Envía otro.',
  IDEMPOTENCY_KEY_REUSED: 'Ese Idempotency-Key ya se usó con otros datos. Genera uno nuevo para esta llamada.',
  IDEMPOTENCY_KEY_BUSY: 'La llamada con ese Idempotency-Key todavía se está haciendo. Repítela en un momento.',
  IDEMPOTENCY_REPLY_SECRET:
    'Esta llamada ya se hizo. Su respuesta tenía un secreto, que no guardamos: busca en la lista lo que creó y cambia su secreto.',
  PAYLOAD_TOO_LARGE: 'Lo que enviaste es demasiado grande.',
  UNAVAILABLE: 'El servicio no está disponible en este momento. Intenta de nuevo en unos segundos.',
  STORAGE_FULL:
    'No se guardó nada, porque el servidor se quedó sin espacio. Lo que ya estaba guardado sigue ahí. Intenta de nuevo en unos minutos; si sigue igual, avisa a quien administra este servicio.',
  STORAGE_READ_ONLY:
    'Por ahora el servidor solo permite leer, y no se guardó nada. Lo que ya estaba guardado sigue ahí. Intenta de nuevo en unos minutos; si sigue igual, avisa a quien administra este servicio.',
  DOCUMENT_DAMAGED:
    'El archivo guardado de este documento está dañado o falta en el servidor. Quienes administran el servicio ya tienen el aviso y pueden recuperarlo de un respaldo, con las firmas que ya tiene. Cuando lo hagan, volverá a abrirse aquí; no hace falta subirlo de nuevo.',
  INTERNAL: 'Algo falló de nuestro lado. Intenta de nuevo; si sigue pasando, escríbenos con el número de solicitud.',
  INVALID_CREDENTIALS: 'No se pudo iniciar sesión. Verifica tus credenciales.',
  USERNAME_TAKEN: 'Ese nombre de usuario ya está en uso. Prueba con otro.',
  RESET_CODE_INVALID: 'No se pudo restablecer la contraseña. Verifica el código e intenta de nuevo.',
  IDENTITY_NEEDED: 'Confirma que eres tú y vuelve a intentarlo.',
  PASSWORD_WRONG: 'La contraseña no es correcta. Escríbela de nuevo.',
  SECOND_FACTOR_NEEDED: 'Falta el segundo paso: un código de tu aplicación o tu llave de acceso.',
  SECOND_STEP_EXPIRED: 'Pasó demasiado tiempo o hubo demasiados intentos. Empieza de nuevo.',
  SECOND_FACTOR_EXISTS: 'Tu cuenta ya lo tiene. Quita el que tienes para poner otro.',
  PASSKEY_INVALID: 'No pudimos comprobar esa llave de acceso. Prueba con otra o usa tu contraseña.',
  EMAIL_LINK_INVALID: 'Este enlace ya no sirve: venció, ya se usó o hay uno más nuevo. Pide otro desde tu perfil.',
  EMAIL_OF_OTHER_ACCOUNT:
    'Otra cuenta ya confirmó esta dirección. Si también es tuya, quítala primero ahí y confírmala de nuevo.',
  EMAIL_NOT_VERIFIED:
    'Antes de invitar a otras personas, confirma que tu email es tuyo: te enviamos un enlace cuando lo pidas.',
  PAGE_OUT_OF_RANGE: 'Esa página no existe en el documento.',
  NOT_A_THIRD_PARTY_FIELD: 'Solo se puede invitar a firmar un campo de terceros con email.',
  ...invitationMessages,
  LINK_READ_ONLY: 'Con este enlace el documento solo se puede leer. Para firmarlo, pide una invitación a su dueño.',
  EMAIL_CODE_NEEDED: 'Para firmar con este enlace hace falta el código que enviamos a tu correo.',
  EMAIL_CODE_WRONG: 'El código no es correcto o ya venció. Revísalo o pide otro.',
  DOCUMENT_CANCELLED:
    'La firma de este documento se canceló y no se puede retomar. Para firmarlo, quien lo envió tiene que subirlo de nuevo.',
  DOCUMENT_EXPIRED:
    'El plazo para firmar este documento terminó y por ahora nadie puede firmarlo. Si todavía hace falta tu firma, pide a quien lo envió que amplíe la fecha.',
  DOCUMENT_FINISHED: 'Este documento ya está firmado por todos: no queda nada que cancelar.',
  REMINDER_TOO_SOON: 'Ya le recordamos hace poco. Espera un día antes de volver a hacerlo.',
  NO_PROPOSAL: 'Ya no hay una propuesta que responder.',
  QUESTIONS_FULL:
    'Esta conversación ya tiene el máximo de mensajes. Para seguir, escríbele por correo a quien te envió el documento.',
  QUESTIONS_CLOSED: 'Aquí ya no se pueden hacer más preguntas sobre este documento.',
  RECIPIENT_NOT_OF_DOCUMENT: 'Solo enviamos el documento a las personas que participan en él.',
  ANNOTATIONS_OUTDATED: 'Mientras anotabas se guardó otra versión de este documento desde otra ventana.',
  ANNOTATIONS_REFUSED:
    'No se guardaron las anotaciones, porque con ellas cambiaría algo más del documento. Recarga la página y anótalo de nuevo.',
  ANNOTATIONS_TOO_LARGE: 'Con estas anotaciones el documento pesaría demasiado. Usa imágenes más pequeñas.',
  QUOTA_EXCEEDED:
    'Tus documentos ocupan todo tu espacio. Borra los que no necesites, o pide más espacio a quien administra el sitio.',
  SAVED_SIGNATURES_FULL: 'Ya tienes 5 firmas guardadas. Elimina una para guardar otra.',
  EVIDENCE_LOG_ALTERED:
    'El registro de este documento no está como se escribió, y por eso no podemos certificarlo. Avisa a quien administra el sitio.',
  EVIDENCE_NOT_READY: 'La evidencia estará lista cuando todas las personas hayan firmado y el documento esté sellado.',
  SIGNATURE_IMAGE_INVALID: 'No pudimos leer el dibujo de tu firma. Límpialo y dibújala de nuevo.',
  SIGNING_FAILED: 'Error al procesar la firma. Inténtalo de nuevo.',
  NOT_YOUR_TURN:
    'Todavía no es tu turno de firmar: antes firman otras personas. Te avisaremos por correo cuando te toque.',
  NOT_THEIR_TURN: 'Todavía no es el turno de esta persona. Recibirá su mensaje cuando le toque.',
  DOCUMENT_DIFFERS:
    'El documento cambió desde que lo abriste. Vuelve a cargarlo y revísalo antes de firmar; tu firma dibujada se conserva.',
  SENDING_DIFFERS:
    'Los documentos de este envío cambiaron desde que los abriste, y no se firmó ninguno. Recarga la página para ver cuáles quedan; tu firma dibujada se conserva.',
  SENDING_SENT: 'Este envío ya salió: sus documentos no se pueden cambiar. Cancela los que ya no hagan falta.',
  SENDING_UNFIT:
    'Un envío solo puede llevar documentos tuyos que no se hayan enviado, que no estén firmados ni cancelados y que no estén en otro envío.',
  SIGNATURES_MIXED:
    'Este documento ya tiene firmas hechas de otra manera, y no admite las dos: con tarjeta de firma digital y sin ella. Para firmarlo, quien lo envió tiene que subirlo de nuevo.',
  CERTIFIED_ONLY:
    'Este documento solo admite firmas digitales certificadas. Fírmalo con tu certificado de firma digital de Costa Rica.',
  MODE_UNAVAILABLE: 'Aquí no se puede pedir firma digital certificada. Usa firma electrónica.',
  TIME_STAMP_UNAVAILABLE:
    'La autoridad de sello de tiempo no respondió, y sin su sello la firma no vale como certificada. No se guardó nada: intenta de nuevo en unos minutos.',
  CARD_NEEDED: 'Aquí se firma con la tarjeta de firma digital. Recarga la página para empezar de nuevo.',
  ...cardMessages,
  SIGNATURE_REQUEST_EXPIRED: 'Pasó demasiado tiempo desde que empezaste a firmar. Intenta de nuevo.',
  DOCUMENT_CHANGED: 'Otra persona firmó mientras tanto. Intenta de nuevo: tu tarjeta firmará la versión más nueva.',
  CERTIFICATE_NEEDED:
    'Quien envió el documento pide tu firma digital certificada. Fírmalo con tu propio programa y sube la copia.',
  TAGS_FULL: 'Ya tienes 100 etiquetas. Elimina una que no uses para crear otra.',
  TAGS_EACH_FULL:
    'Un documento o una plantilla puede tener hasta 20 etiquetas. Quita alguna antes de agregar otra; no se cambió nada.',
  TAG_EXISTS: 'Ya tienes una etiqueta con ese nombre. Usa otro, o agrega esa a los documentos.',
  TEMPLATES_FULL: 'Ya tienes 200 plantillas. Elimina una que no uses para guardar otra.',
  TEMPLATE_EMPTY:
    'Este documento no tiene campos de firma que guardar. Coloca al menos uno y guarda la plantilla de nuevo.',
  TEMPLATE_CHANGED: 'La plantilla cambió mientras tanto. Ábrela de nuevo para ver la versión más nueva.',
  TEMPLATE_DAMAGED:
    'El PDF de esta plantilla está dañado o falta en el servidor, y no se creó nada. Guarda la plantilla de nuevo desde un documento, o avisa a quien administra el sitio.',
  TEMPLATE_REFUSED:
    'El PDF de esta plantilla ya no cumple las reglas de seguridad del sitio, y no se creó nada. Sube el archivo de nuevo para ver el motivo, y guarda otra versión.',
  TEMPLATE_WORKING_COPY:
    'Esto es la copia de trabajo de una plantilla: no se envía, no se comparte ni se firma. Guarda los cambios en la plantilla y úsala.',
  NOT_FROM_TEMPLATE: 'Este documento no salió de una plantilla. Invita a cada firmante por separado.',
  CSV_UNREADABLE:
    'No se pudo leer el archivo. Guárdalo desde tu hoja de cálculo como «CSV UTF-8 (delimitado por comas)» y elígelo de nuevo.',
  CSV_ROWS_EXCEEDED: 'El archivo tiene más de 10 000 filas. Divídelo en varios y envía uno después de otro.',
  CSV_COLUMNS_MISSING: 'Faltan columnas. Elige qué columna del archivo corresponde a cada dato.',
  BULK_ROWS_INVALID: 'Hay filas con errores y no se envió nada. Corrígelas en el archivo o elige dejarlas fuera.',
  BULK_NOTHING_READY: 'Ninguna fila se puede enviar. Corrige el archivo y elígelo de nuevo.',
  BULK_JOBS_FULL: 'Ya tienes 5 envíos sin terminar. Espera a que termine uno o cancélalo.',
  BULK_DAY_FULL: 'Con este archivo pasarías de 20 000 documentos en 24 horas. Envía menos filas o espera a mañana.',
  BULK_JOB_ENDED: 'Este envío ya terminó. Mira su resultado.',
  BULK_TEMPLATE_DIFFERS:
    'Los roles o los campos por llenar de la plantilla cambiaron y las filas ya no le sirven. Descarga el resultado, cancela este envío y crea otro con las filas que faltan.',
  FORM_VALUES_INVALID: 'Hay datos por corregir en el formulario antes de firmar. No se firmó nada.',
  FORM_FIELD_OF_OTHER:
    'Se enviaron datos de un campo que no le corresponde a esta firma. Recarga la página y llena el formulario de nuevo.',
  COPY_NOT_PDF: 'El archivo que subiste no es un PDF. Busca el PDF que tu programa guardó al firmar y súbelo.',
  COPY_TOO_LARGE: 'La copia firmada pesa demasiado. Fírmala de nuevo sin agregarle imágenes ni archivos.',
  COPY_OF_OTHER_DOCUMENT: 'El archivo que subiste es de otro documento. Sube la copia que descargaste aquí y firmaste.',
  COPY_OUTDATED:
    'El documento siguió adelante: cambió desde que descargaste esta copia. Descarga la versión nueva y firma esa.',
  COPY_FORM_CHANGED:
    'Los datos del formulario cambiaron después de descargar esta copia, y la copia trae los de antes. Descárgala otra vez y firma esa.',
  COPY_OUTSIDE_FIELD:
    'Firmaste en un espacio nuevo, y ahí los datos que llenaste quedarían sin protección. Descarga la copia otra vez y elige en tu programa el espacio de firma que ya trae.',
  COPY_REWRITTEN:
    'Tu programa guardó el documento de otra forma, y eso invalidaría las firmas. Descárgalo otra vez y fírmalo sin imprimirlo, editarlo ni convertirlo.',
  COPY_UNSIGNED: 'La copia que subiste no tiene tu firma. Fírmala en tu programa, guárdala y sube el archivo firmado.',
  COPY_SIGNED_TWICE: 'La copia tiene más de una firma nueva. Descárgala otra vez y fírmala una sola vez.',
  COPY_SIGNATURE_INVALID:
    'La firma de la copia no es válida: el archivo se dañó o cambió después de firmarlo. Descárgalo otra vez y fírmalo de nuevo.',
  COPY_CHANGED:
    'La copia trae otros cambios además de tu firma. Descárgala otra vez y solo fírmala, sin anotar, llenar ni editar nada.',
  COPY_FIELD_OF_OTHER: 'Firmaste en el espacio de otra persona. Descarga la copia otra vez y firma en tu espacio.',
  COPY_COVERS: `La copia se ve distinta fuera de tu recuadro de firma. ${SIGN_INSIDE}`,
  COPY_NOT_COMPARED: `No pudimos comprobar que la copia se ve igual que el documento. ${COMPARE_AGAIN}`,
  COPY_LOCKS:
    'Tu programa certificó o bloqueó el documento, y nadie más podría firmarlo. Descárgalo otra vez y elige «Firmar», no «Certificar».',
  COPY_ACTIVE_CONTENT:
    'La copia trae contenido activo o archivos adjuntos que no se aceptan. Descárgala otra vez y solo fírmala.',
  COPY_OF_OTHER_PERSON:
    'El certificado de la firma no es el que pidió quien envió el documento. Firma con tu propio certificado.',
  COPY_CERTIFICATE_EXPIRED:
    'El certificado de la firma está vencido o todavía no vale. Firma de nuevo con un certificado vigente.',
  COPY_CERTIFICATE_REVOKED:
    'El certificado de la firma fue revocado por la entidad que lo emitió. Firma de nuevo con otro certificado.',
  COPY_WITHOUT_TIME_STAMP:
    'La firma de la copia no lleva un sello de tiempo reconocido, y este documento lo pide. Actívalo en tu programa y firma de nuevo la copia que descargaste.',
  COPY_CERTIFICATE_UNTRUSTED:
    'El certificado de la firma no es de una autoridad reconocida aquí. Firma de nuevo con tu firma digital certificada.',
} as const

/** Closed union for servers. Pages must accept codes of newer servers (`RefusalSchema`). */
export type ErrorCode = keyof typeof errorMessages

/** HTTP status of each code; the compiler requires all of them. */
export const errorStatus: Record<ErrorCode, number> = {
  VALIDATION: 400,
  NOT_FOUND: 404,
  FORBIDDEN: 403,
  UNAUTHENTICATED: 401,
  SESSION_EXPIRED: 401,
  RATE_LIMITED: 429,
  IDEMPOTENCY_KEY_INVALID: 400,
  IDEMPOTENCY_KEY_REUSED: 422,
  IDEMPOTENCY_KEY_BUSY: 409,
  IDEMPOTENCY_REPLY_SECRET: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
  STORAGE_READ_ONLY: 503,
  DOCUMENT_DAMAGED: 500,
  INTERNAL: 500,
  INVALID_CREDENTIALS: 400,
  USERNAME_TAKEN: 409,
  RESET_CODE_INVALID: 400,
  IDENTITY_NEEDED: 403,
  PASSWORD_WRONG: 400,
  SECOND_FACTOR_NEEDED: 401,
  SECOND_STEP_EXPIRED: 410,
  SECOND_FACTOR_EXISTS: 409,
  PASSKEY_INVALID: 400,
  EMAIL_LINK_INVALID: 410,
  EMAIL_OF_OTHER_ACCOUNT: 409,
  EMAIL_NOT_VERIFIED: 409,
  FIELD_SIGNED: 409,
  FIELD_OF_OTHER_DOCUMENT: 403,
  DOCUMENT_FROZEN: 409,
  PAGE_OUT_OF_RANGE: 400,
  NOT_A_THIRD_PARTY_FIELD: 400,
  INVITATION_INVALID: 410,
  INVITATION_EXPIRED: 410,
  INVITATION_USED: 410,
  INVITATION_WITHOUT_FIELD: 409,
  INVITATION_TO_SIGN: 409,
  DOCUMENT_NOT_OPENED: 409,
  ALREADY_ANSWERED: 409,
  PARTICIPANT_INVITED: 409,
  PARTICIPANT_ANSWERED: 409,
  FIELD_MISSING: 409,
  LINK_READ_ONLY: 403,
  EMAIL_CODE_NEEDED: 403,
  EMAIL_CODE_WRONG: 403,
  INVITATION_DECLINED: 410,
  INVITATION_NEEDED: 403,
  DOCUMENT_CANCELLED: 410,
  DOCUMENT_EXPIRED: 410,
  DOCUMENT_FINISHED: 409,
  REMINDER_TOO_SOON: 409,
  REMINDERS_SILENCED: 409,
  NO_PROPOSAL: 409,
  QUESTIONS_FULL: 409,
  QUESTIONS_CLOSED: 409,
  RECIPIENT_NOT_OF_DOCUMENT: 403,
  ANNOTATIONS_OUTDATED: 409,
  ANNOTATIONS_REFUSED: 400,
  ANNOTATIONS_TOO_LARGE: 413,
  QUOTA_EXCEEDED: 413,
  SAVED_SIGNATURES_FULL: 409,
  EVIDENCE_LOG_ALTERED: 409,
  EVIDENCE_NOT_READY: 409,
  SIGNATURE_IMAGE_INVALID: 400,
  SIGNING_FAILED: 500,
  NOT_YOUR_TURN: 409,
  NOT_THEIR_TURN: 409,
  DOCUMENT_DIFFERS: 409,
  SENDING_DIFFERS: 409,
  SENDING_SENT: 409,
  SENDING_UNFIT: 409,
  SIGNATURES_MIXED: 409,
  CERTIFIED_ONLY: 409,
  MODE_UNAVAILABLE: 409,
  TIME_STAMP_UNAVAILABLE: 503,
  CARD_NEEDED: 409,
  CARD_CERTIFICATE_INVALID: 400,
  CARD_OF_OTHER_PERSON: 403,
  CARD_NOT_ASKED: 403,
  CARD_CERTIFICATE_REVOKED: 403,
  CARD_REVOCATION_UNKNOWN: 503,
  CARD_SIGNATURE_INVALID: 400,
  SIGNATURE_REQUEST_EXPIRED: 410,
  DOCUMENT_CHANGED: 409,
  CERTIFICATE_NEEDED: 409,
  TAGS_FULL: 409,
  TAGS_EACH_FULL: 409,
  TAG_EXISTS: 409,
  TEMPLATES_FULL: 409,
  TEMPLATE_EMPTY: 409,
  TEMPLATE_CHANGED: 409,
  TEMPLATE_DAMAGED: 409,
  TEMPLATE_REFUSED: 409,
  TEMPLATE_WORKING_COPY: 409,
  NOT_FROM_TEMPLATE: 409,
  CSV_UNREADABLE: 400,
  CSV_ROWS_EXCEEDED: 400,
  CSV_COLUMNS_MISSING: 400,
  BULK_ROWS_INVALID: 400,
  BULK_NOTHING_READY: 400,
  BULK_JOBS_FULL: 409,
  BULK_DAY_FULL: 409,
  BULK_JOB_ENDED: 409,
  BULK_TEMPLATE_DIFFERS: 409,
  FORM_VALUES_INVALID: 400,
  FORM_FIELD_OF_OTHER: 403,
  COPY_NOT_PDF: 400,
  COPY_TOO_LARGE: 413,
  COPY_OF_OTHER_DOCUMENT: 409,
  COPY_OUTDATED: 409,
  COPY_FORM_CHANGED: 409,
  COPY_OUTSIDE_FIELD: 409,
  COPY_REWRITTEN: 409,
  COPY_UNSIGNED: 409,
  COPY_SIGNED_TWICE: 409,
  COPY_SIGNATURE_INVALID: 409,
  COPY_CHANGED: 409,
  COPY_FIELD_OF_OTHER: 409,
  COPY_COVERS: 409,
  COPY_NOT_COMPARED: 409,
  COPY_LOCKS: 409,
  COPY_ACTIVE_CONTENT: 400,
  COPY_OF_OTHER_PERSON: 403,
  COPY_CERTIFICATE_EXPIRED: 409,
  COPY_CERTIFICATE_REVOKED: 403,
  COPY_WITHOUT_TIME_STAMP: 409,
  COPY_CERTIFICATE_UNTRUSTED: 403,
}

/** Body of every refusal, except uploads (`FileErrorSchema`) and OAuth. */
export const ErrorBodySchema = v.object({
  code: v.picklist(Object.keys(errorMessages) as [ErrorCode, ...ErrorCode[]]),
  message: v.string(),
  /** Path in the body → Spanish message. */
  fields: v.optional(v.record(v.string(), v.string())),
  place: v.optional(DocumentPlaceSchema),
  request_id: v.optional(v.string()),
})
export type ErrorBody = v.InferOutput<typeof ErrorBodySchema>
