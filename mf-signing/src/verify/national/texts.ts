import type { NationalFormat, NationalRule, RuleReport, UnjudgedReason } from 'pdf/verify/national'
import type { Tone } from 'shared/ui'

interface RuleWords {
  readonly met: string
  readonly missing: string
  readonly todo: string
}

const rebuild = 'Parte de la copia anterior a esos datos y agrega solo los que las firmas y los sellos necesitan.'

export const ruleWords: Readonly<Record<NationalRule, RuleWords>> = {
  signatures: {
    met: 'Todas las firmas son válidas',
    missing: 'Hay firmas que no valen',
    todo: 'Una sola firma que no vale hace que se rechace todo el documento. Firma de nuevo una copia sin ella.',
  },
  store: {
    met: 'Trae los datos para comprobarlo en el futuro (DSS)',
    missing: 'Faltan los datos para comprobarlo en el futuro (DSS)',
    todo: 'Agrega la información de validación a largo plazo (LTV) con Firmador o con Adobe Acrobat.',
  },
  'last-stamp': {
    met: 'Lo último es un sello de tiempo del documento',
    missing: 'No termina con un sello de tiempo del documento',
    todo: 'Agrega un sello de tiempo del documento después de la última firma.',
  },
  sequence: {
    met: 'El orden es firmas, datos de validación y sello de tiempo',
    missing: 'El orden no es firmas, datos de validación y sello de tiempo',
    todo: 'Después de la última firma agrega los datos de validación y, al final, un sello de tiempo.',
  },
  'whole-file': {
    met: 'El último sello de tiempo cubre el archivo entero',
    missing: 'El último sello de tiempo no cubre el archivo entero',
    todo: 'Se agregó algo después del sello. Usa la copia que se selló, o agrega otro sello al final.',
  },
  'time-stamps': {
    met: 'Cada firma tiene su sello de tiempo',
    missing: 'Hay firmas sin sello de tiempo',
    todo: 'Pide que se firme de nuevo con un sello de tiempo de la autoridad nacional.',
  },
  certificates: { met: 'No trae certificados de más', missing: 'Trae certificados de más', todo: rebuild },
  hierarchy: {
    met: 'Las firmas y los sellos de tiempo son de la jerarquía nacional',
    missing: 'Hay firmas o sellos de tiempo que no son de la jerarquía nacional',
    todo: 'El formato oficial no admite otros certificados. Firma de nuevo con firma digital certificada y el sello de tiempo nacional.',
  },
  'certificate-type': {
    met: 'Cada certificado es el de firma de una persona física',
    missing: 'Hay certificados que no son el de firma de una persona física',
    todo: 'Firma de nuevo con el certificado de firma: no sirven el de autenticación ni el de una persona jurídica.',
  },
  lists: {
    met: 'No trae listas de revocación (CRL) de más',
    missing: 'Trae listas de revocación (CRL) de más',
    todo: rebuild,
  },
  answers: {
    met: 'No trae respuestas de revocación (OCSP) de más',
    missing: 'Trae respuestas de revocación (OCSP) de más',
    todo: rebuild,
  },
  'stamp-algorithm': {
    met: 'Los sellos de tiempo usan algoritmos seguros',
    missing: 'Hay sellos de tiempo con algoritmos inseguros',
    todo: 'Pide un sello de tiempo nuevo con SHA-256 o mejor.',
  },
  'revocation-data': {
    met: 'Trae la prueba de que ningún certificado estaba revocado',
    missing: 'Falta la prueba de que ningún certificado estaba revocado',
    todo: 'Agrega las respuestas de revocación que faltan y, al final, un sello de tiempo.',
  },
}

export const unjudgedWords: Readonly<Record<UnjudgedReason, string>> = {
  'other-rule': 'Depende de otra regla que no se cumple.',
  'unknown-chain': 'No conocemos a la autoridad que emitió el certificado.',
  algorithm: 'Usa un algoritmo que aquí no se puede comprobar.',
  simulator: 'Las firmas son de un simulador.',
  'configured-authority':
    'Los sellos de tiempo son de una autoridad que este sitio configuró, no de la nacional. Consulta el validador oficial.',
}

export const stateWords = {
  'not-met': { title: 'Qué falta', tone: 'error' },
  'not-judged': { title: 'Sin revisar', tone: 'warning' },
  met: { title: 'Cumple', tone: 'success' },
} as const satisfies Record<RuleReport['state'], { title: string; tone: Tone }>

interface OutcomeWords {
  readonly tone: Tone
  readonly title: string
  readonly text: string
}

const outcomes: Readonly<Record<Extract<NationalFormat, { kind: 'judged' }>['outcome'], OutcomeWords>> = {
  met: {
    tone: 'success',
    title: 'Cumple las reglas que revisamos',
    text: 'La respuesta oficial es la del validador del Banco Central.',
  },
  simulated: {
    tone: 'warning',
    title: 'Simulador: sin valor legal',
    text: 'Cumple las demás reglas, pero las firmas son de un simulador.',
  },
  'not-judged': {
    tone: 'warning',
    title: 'No podemos decir si cumple',
    text: 'Algunas reglas no se pueden revisar aquí.',
  },
  'not-met': { tone: 'error', title: 'No cumple el formato oficial', text: 'Abajo dice qué falta y qué hacer.' },
}

export const describeFormat = (format: NationalFormat): OutcomeWords => {
  if (format.kind === 'judged') return outcomes[format.outcome]
  return { tone: 'warning', title: 'No se puede revisar', text: 'El archivo no se puede leer, o nadie lo ha firmado.' }
}
