/** Of links that people got by mail, to sign or to take part without a field. */
export const invitationMessages = {
  INVITATION_INVALID: 'Esta invitación no es válida. Pide a quien te invitó que la envíe de nuevo.',
  INVITATION_EXPIRED: 'Esta invitación venció. Pide a quien te invitó que la envíe de nuevo.',
  INVITATION_USED: 'Este campo ya lo firmó otra persona con otro enlace. Si tienes dudas, escríbele a quien te invitó.',
  INVITATION_DECLINED:
    'Dijiste que no firmas este documento y su firma se canceló. Si fue un error, pide a quien te invitó que lo suba y lo envíe de nuevo.',
  INVITATION_NEEDED:
    'Este campo se firma con el enlace de su invitación. Búscalo en tu correo o pide que te lo envíen de nuevo.',
  INVITATION_WITHOUT_FIELD: 'Este enlace no es para firmar. Recarga la página para ver el documento y lo que te piden.',
  INVITATION_TO_SIGN: 'Este enlace es para firmar. Recarga la página para ver el documento y tu firma.',
  DOCUMENT_NOT_OPENED: 'Primero abre el documento: la lectura se confirma después de verlo.',
  ALREADY_ANSWERED: 'Ya respondiste sobre este documento, y tu respuesta quedó en el registro: no se puede cambiar.',
  PARTICIPANT_INVITED:
    'A esta persona ya se le envió el documento. Corrige su dirección, o quítala y agrégala de nuevo.',
  PARTICIPANT_ANSWERED: 'Esta persona ya respondió, y eso queda en el registro: no se puede quitar.',
  FIELD_MISSING: 'Este documento no tiene campos de firma. Coloca al menos uno antes de enviarlo.',
} as const
