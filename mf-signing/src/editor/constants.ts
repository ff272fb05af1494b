import { PRODUCT } from 'shared/contract'

/** Wait between saving and showing the whole page again, in milliseconds. */
export const VIEW_RESET_AFTER_SAVE_MS = 1000

/** Texts of the editor, as the specification has them, and what Trazo adds. */
export const editorTexts = {
  title: (filename: string) => `Documento: ${filename}`,
  signers: 'Firmantes del Documento',
  invite: `Invitar a ${PRODUCT}`,
  inviteFile: `Archivo a ${PRODUCT}`,
  sign: 'Agregar Firma Digital',
  ownField: 'Firma de Usuario',
  thirdPartyField: 'Firma de Terceros',

  fieldAdded: 'Campo de firma agregado. Arrastra para posicionar y redimensiona según necesites.',
  temporaryRemoved: 'Campo temporal eliminado',
  fieldRemoved: 'Campo de firma eliminado',
  fieldWasGone: 'Campo eliminado (no existía en el servidor)',
  removeFailed: 'Error al eliminar el campo de firma',
  cancelled: 'Campo de firma cancelado',

  saved: (count: number) => `Posiciones de ${count} campo(s) guardadas correctamente`,
  saveFailed: 'Error al guardar las posiciones de los campos',
  nothingToSave: 'No hay campos de firma para guardar',
  nothingNew: 'No hay campos nuevos para guardar',

  ownFieldMissing:
    'Primero debe agregar un campo de firma de usuario. Use el botón "Firma de Usuario" en las herramientas de edición.',
  ownFieldUnsaved: 'Guarda las posiciones antes de firmar.',
  signed: 'Documento firmado digitalmente con éxito',
  downloading: 'Descargando documento...',

  noToken: 'No hay token de autenticación. Por favor, inicia sesión nuevamente.',
  noInvitable: 'No hay campos con emails asignados para enviar invitaciones.',
  allInvited: '¡Todas las invitaciones enviadas exitosamente!',
  someInvited: (sent: number, all: number) => `Se enviaron ${sent} invitación(es) de ${all}`,

  signerEmailMissing: 'Por favor ingresa el email del firmante',
  signerNameMissing: 'Por favor ingresa el nombre del firmante',
  signerEmailInvalid: 'El email no es válido',
} as const
