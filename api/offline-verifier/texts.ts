import { looksUnchanged, type SignatureProblem, type SignatureReport, type SignatureVerdict } from 'pdf/verify'
import type { HeadFault, LogFault } from 'shared/contract/evidence-log'

const verdictTexts: Readonly<Record<SignatureVerdict, string>> = {
  valid: 'Las firmas son íntegras y nada cambió después.',
  changed: 'Las firmas son íntegras; después hubo cambios permitidos.',
  unknown: 'Las firmas son íntegras, pero aquí no se conoce a quien responde por las personas.',
  unchecked:
    'Hay firmas en las que no se puede confiar: su algoritmo no se puede calcular aquí o ya no es seguro, o su certificado no es para firmar.',
  suspicious: 'Lo que se muestra puede no ser lo que se firmó.',
  invalid: 'Una firma no corresponde a lo que cubre: el archivo fue alterado.',
}

/** This page draws nothing, so it does not say how the pages look. */
const unseenTexts: Readonly<Partial<Record<SignatureVerdict, string>>> = {
  valid: 'Las firmas corresponden a este documento.',
  changed: 'Las firmas corresponden a este documento; después hubo cambios permitidos.',
  unknown: 'Las firmas corresponden a este documento, pero aquí no se conoce a quien responde por las personas.',
}

export const verdictText = (verdict: SignatureVerdict, signatures: readonly SignatureReport[]): string =>
  (looksUnchanged(signatures) ? undefined : unseenTexts[verdict]) ?? verdictTexts[verdict]

/** Undefined if nothing follows the signatures, or the verdict says enough. */
export const pictureNote = (verdict: SignatureVerdict, signatures: readonly SignatureReport[]): string | undefined =>
  looksUnchanged(signatures) || unseenTexts[verdict] === undefined
    ? undefined
    : 'Esta página no compara cómo se ve cada hoja con lo que se firmó. La página «Verificar firmas» (/verify) sí lo hace.'

export const problemTexts: Readonly<Record<SignatureProblem, string>> = {
  'range-malformed': 'no se sabe qué cubre la firma',
  'gap-not-signature': 'la firma deja fuera algo más que a sí misma',
  'gap-not-contents': 'lo que la firma deja fuera no es la firma',
  'range-not-at-end': 'la firma no cubre una revisión completa',
  'shared-gap': 'dos firmas ocupan el mismo lugar',
  overlap: 'una firma posterior invade lo firmado',
  obscured: 'la firma no está donde dice estar',
  'not-in-own-revision': 'la firma no estaba en la revisión que cubre',
  digest: 'el contenido no es el que se firmó',
  value: 'la firma no es de la clave del certificado',
  'no-certificate': 'falta el certificado',
  attributes: 'los atributos firmados se contradicen',
  'certificate-id': 'la firma se hizo para otro certificado',
  algorithm: 'usa un algoritmo que aquí no se puede calcular',
  'attached-content': 'trae dentro otro contenido firmado',
  'unreadable-signature': 'la firma no se puede leer',
  'time-stamp': 'el sello de tiempo no es válido',
  'key-usage': 'el certificado no es para firmar',
  revoked: 'el certificado está revocado',
  'weak-hash': 'usa una función de resumen que ya no es segura',
  'weak-key': 'su llave es demasiado débil',
  'weak-certificate': 'su certificado, o el de su autoridad, ya no es seguro',
  'certificate-purpose': 'el certificado es para otra cosa, no para firmar documentos',
  'certificate-name': 'la autoridad no puede responder por este nombre',
}

export const faultText = (fault: LogFault): string => {
  switch (fault.kind) {
    case 'empty':
      return 'El registro está vacío.'
    case 'number':
      return `Falta la entrada ${fault.expected}, o está fuera de su lugar: allí está la ${fault.found}.`
    case 'chain':
      return `La entrada ${fault.number} no sigue a la anterior: algo cambió entre las dos.`
    case 'entry':
      return `La entrada ${fault.number} fue alterada: su huella no corresponde a lo que dice.`
    case 'other-document':
      return `La entrada ${fault.number} es de otro documento.`
  }
}

export const headFaultText = (fault: HeadFault): string => {
  switch (fault.kind) {
    case 'no-head':
      return 'Falta la firma de la plataforma sobre su final.'
    case 'forged-head':
      return 'La firma sobre su final no es de la plataforma.'
    case 'other-end':
      return `La plataforma firmó que termina en la entrada ${fault.stated}, y aquí hay ${fault.found}: se quitaron, agregaron o cambiaron entradas.`
    case 'anchor':
      return `El ancla de la entrada ${fault.number} no corresponde a este registro.`
    case 'seal':
      return 'El sello del documento nombra un registro que no es este.'
  }
}
