import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { FieldIdParams } from '../values/id-params.ts'
import { IdParamSchema, IdSchema } from '../values/ids.ts'
import { IdentificationSchema } from './agent.ts'
import { DigitalSignSchema, SignatureResultSchema } from './signing.ts'

const operator = 'Avisa a quien administra este sitio: tiene que revisar su acuerdo con el Banco Central.'
const notSigned = 'Tu campo sigue sin firmar.'

/** Problems of BCCR's codes and of our own checks, with what the person can do. Keys are stored. */
export const fvaProblems = {
  'request-failed': `El Banco Central no pudo recibir la solicitud. ${notSigned} Intenta de nuevo en unos minutos.`,
  'request-incomplete': `Al Banco Central le faltó un dato de la solicitud. Avisa a quien administra este sitio.`,
  clock: `El reloj de este sitio no coincide con el del Banco Central. Avisa a quien administra el sitio para que lo ponga en hora.`,
  'entity-unknown': `Este sitio no está registrado en el Banco Central para pedir firmas. ${operator}`,
  'entity-inactive': `El registro de este sitio en el Banco Central está inactivo. ${operator}`,
  'business-foreign': `El negocio configurado no pertenece a este sitio. ${operator}`,
  'summary-length': `El Banco Central no aceptó el resumen del documento. Pide a quien lo envió que le ponga un nombre más corto.`,
  'reason-length': `El Banco Central no aceptó la razón de la firma. Avisa a quien administra este sitio.`,
  'not-connected': `GAUDI no está conectado con tu firma. Ábrelo en tu celular, o en tu computadora con la tarjeta puesta, e intenta de nuevo.`,
  'identification-format': `El Banco Central no reconoce ese número de identificación. Revísalo e intenta de nuevo.`,
  'place-length': `El Banco Central no aceptó el lugar de la firma. Avisa a quien administra este sitio.`,
  'request-unknown': `El Banco Central respondió algo que no conocemos. ${notSigned} Intenta de nuevo más tarde.`,
  failed: `El Banco Central no pudo terminar tu firma. ${notSigned} Intenta de nuevo en unos minutos.`,
  rejected: `Rechazaste la solicitud en GAUDI. Si no fuiste tú, revisa quién usa tu firma; si fue sin querer, intenta de nuevo.`,
  expired: `Pasó el tiempo para confirmar en GAUDI. Ten a mano tu tarjeta o tu celular e intenta de nuevo.`,
  disconnected: `GAUDI perdió la conexión antes de firmar. Revisa tu internet e intenta de nuevo.`,
  'document-invalid': `El Banco Central no acepta este documento para firmarlo. Pide a quien lo envió que lo suba de nuevo.`,
  'bad-hash': `El documento llegó dañado al Banco Central. ${notSigned} Intenta de nuevo.`,
  revoked: `Tu certificado de firma digital está revocado. Pide uno nuevo en una oficina de registro y vuelve a firmar.`,
  'certificate-expired': `Tu certificado de firma digital venció. Renuévalo en una oficina de registro y vuelve a firmar.`,
  busy: `GAUDI ya tiene otra solicitud tuya en curso. Termínala o espera unos minutos, e intenta de nuevo.`,
  'not-notified': `El Banco Central no pudo entregarnos tu firma. ${notSigned} Intenta de nuevo; si se repite, avisa a quien administra este sitio.`,
  'wrong-code': `El código que se ingresó en GAUDI no es el que viste aquí. Intenta de nuevo con el código nuevo.`,
  'pin-blocked': `El PIN de tu firma está bloqueado. Desbloquéalo en una oficina de registro y vuelve a firmar.`,
  'notification-unknown': `El Banco Central avisó de un problema que no conocemos. ${notSigned} Intenta de nuevo más tarde.`,
  unreachable: `No pudimos comunicarnos con el Banco Central. ${notSigned} Intenta de nuevo en unos minutos.`,
  'too-large': `El documento pesa demasiado para el Banco Central, que acepta menos de 20 MB. Pide a quien lo envió una versión más liviana.`,
  lost: `Pasó el tiempo y el Banco Central no nos dio una respuesta. Si firmaste en GAUDI, espera un minuto y pulsa «Autenticar»: si la respuesta llegó, queda guardada; si no, te damos otro código.`,
  cancelled: `Cancelaste la solicitud. Si GAUDI todavía la muestra, recházala ahí.`,
  replaced: `Empezaste otra solicitud para este mismo campo. Continúa con la más nueva.`,
  moved: `Otra persona firmó mientras tanto, y tu firma era de la versión anterior. Intenta de nuevo: firmarás la más nueva.`,
  'not-allowed': `Este campo ya no se puede firmar con tu enlace. Recarga la página para ver cómo está el documento.`,
  'copy-differs': `El documento que devolvió el Banco Central no es el que enviamos. No se guardó. Intenta de nuevo; si se repite, avisa a quien administra este sitio.`,
  'copy-unsigned': `El documento volvió sin una firma nueva. ${notSigned} Intenta de nuevo.`,
  'copy-signed-twice': `El documento volvió con más de una firma nueva, y solo pedimos la tuya. No se guardó. Intenta de nuevo.`,
  'copy-changed': `El documento volvió con cambios que no son tu firma. No se guardó. Intenta de nuevo; si se repite, avisa a quien administra este sitio.`,
  'copy-covers': `El documento volvió con una firma dibujada fuera de tu campo. No se guardó. Firma con tu tarjeta, o avisa a quien administra este sitio.`,
  'copy-not-compared': `No pudimos comprobar que el documento que volvió se ve igual. No se guardó. Intenta de nuevo en unos minutos; si se repite, firma con tu tarjeta.`,
  'copy-field-of-other': `La firma quedó en el campo de otra persona. No se guardó. Espera a que esa persona firme e intenta de nuevo.`,
  'copy-outside-field': `La firma quedó fuera de tu campo, y ahí los datos que llenaste quedarían sin protección. No se guardó. Firma con tu tarjeta o avisa a quien administra este sitio.`,
  'form-changed': `Los campos por llenar cambiaron mientras firmabas. No se guardó. Recarga la página, revisa tus datos y firma de nuevo.`,
  'copy-other-person': `El documento volvió firmado por otra persona, y no por la identificación que escribiste. No se guardó. Revisa el número e intenta de nuevo.`,
  'copy-untrusted': `El certificado con que se firmó no es de firma digital de Costa Rica. No se guardó. Avisa a quien administra este sitio.`,
  'copy-revocation-unknown': `No se pudo confirmar que tu certificado sigue vigente. No se guardó. Intenta de nuevo en unos minutos.`,
  'copy-invalid': `La firma que volvió no es válida. No se guardó. Intenta de nuevo.`,
  internal: `Algo falló de nuestro lado al guardar tu firma. ${notSigned} Intenta de nuevo.`,
} as const

export type FvaProblem = keyof typeof fvaProblems

export const isFvaProblem = (text: string): text is FvaProblem => Object.hasOwn(fvaProblems, text)

const FailedSchema = v.object({
  state: v.literal('failed'),
  problem: v.custom<FvaProblem>((text) => typeof text === 'string' && isFvaProblem(text)),
})
const SignedSchema = v.object({ state: v.literal('signed'), result: SignatureResultSchema })

const requestParams = v.object({ fieldId: IdParamSchema, requestId: IdParamSchema })

/** `waiting` has the code to type in GAUDI, and for how many seconds it counts. */
export const startFvaSignatureCall = callOf('startFvaSignature', 'POST', '/home/api/digital-signatures/:fieldId/fva/', {
  params: FieldIdParams,
  body: v.object({
    idempotency_key: v.pipe(v.string(), v.uuid()),
    identification: IdentificationSchema,
    document_sha256: DigitalSignSchema.entries.document_sha256,
    consent: DigitalSignSchema.entries.consent,
    form_values: DigitalSignSchema.entries.form_values,
  }),
  reply: v.variant('state', [
    v.object({
      state: v.literal('waiting'),
      request_id: IdSchema,
      code: v.string(),
      seconds: v.number(),
    }),
    v.object({ state: v.literal('received'), request_id: IdSchema }),
    FailedSchema,
    SignedSchema,
  ]),
})

/** Asked again until it is `signed` or `failed`. */
export const fvaSignatureCall = callOf('fvaSignature', 'GET', '/home/api/digital-signatures/:fieldId/fva/:requestId/', {
  params: requestParams,
  reply: v.variant('state', [v.object({ state: v.picklist(['waiting', 'received']) }), FailedSchema, SignedSchema]),
})

/** BCCR does not learn of it: an answer that comes later is dropped. */
export const cancelFvaSignatureCall = callOf(
  'cancelFvaSignature',
  'POST',
  '/home/api/digital-signatures/:fieldId/fva/:requestId/cancel/',
  { params: requestParams, body: v.object({}), reply: v.object({ cancelled: v.boolean() }) },
)

/** BCCR's notification; the names are its own. */
export const fvaResultCall = callOf('fvaResult', 'POST', '/home/api/fva/Resultado', {
  body: v.object({
    IdDeLaSolicitud: IdSchema,
    DocumentoFirmado: v.nullish(v.string(), ''),
    FueExitosa: v.boolean(),
    CodigoDeError: v.number(),
    HashDocumentoFirmado: v.nullish(v.string(), ''),
    IDAlgoritmoHashDocumentoFirmado: v.nullish(v.number(), 0),
  }),
  reply: v.boolean(),
})

/** BCCR's call, too. */
export const fvaAliveCall = callOf('fvaAlive', 'GET', '/home/api/fva/ValideElServicio', { reply: v.boolean() })
