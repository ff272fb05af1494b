/** Refusals of a card and of its certificate. */
export const cardMessages = {
  CARD_CERTIFICATE_INVALID:
    'El certificado de la tarjeta no es de firma digital de Costa Rica, o ya no vale. Usa otra tarjeta.',
  CARD_OF_OTHER_PERSON: 'La tarjeta es de otra persona: su número de identificación no es el que escribiste.',
  CARD_NOT_ASKED:
    'La tarjeta no es la que pide quien envió el documento. Usa la tarjeta de esa identificación o habla con esa persona.',
  CARD_CERTIFICATE_REVOKED:
    'El certificado de tu tarjeta fue revocado por la entidad que lo emitió, y ya no se puede firmar con él.',
  CARD_REVOCATION_UNKNOWN:
    'No se pudo confirmar con la entidad emisora que tu certificado sigue vigente. Intenta de nuevo en unos minutos.',
  CARD_SIGNATURE_INVALID: 'La firma que hizo la tarjeta no corresponde a este documento. Intenta de nuevo.',
} as const
