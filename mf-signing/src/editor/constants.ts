import { FIELDS_PER_DOCUMENT_MAX, PRODUCT } from 'shared/contract'
import { formatPeopleNames } from '../format.ts'

export const VIEW_RESET_AFTER_SAVE_MS = 1000
export const AUTOSAVE_PAUSE_MS = 2000
export const INVITATIONS_POLL_MS = 3000
export const INVITATIONS_RETRY_MS = 2000
/** Minimum interval of the API. */
export const REMINDER_PAUSE_MS = 24 * 60 * 60 * 1000

export const editorTexts = {
  title: (filename: string) => `Documento: ${filename}`,
  signers: 'Firmantes del Documento',
  fields: 'Campos',
  invite: `Invitar a ${PRODUCT}`,
  inviteFile: `Archivo a ${PRODUCT}`,
  sign: 'Agregar Firma Digital',
  addSigner: 'Agregar firmante',
  noSigners:
    'Todavía no hay firmantes. Agrega a quien firma, o un campo para ti: aparece sobre la página y lo colocas donde va.',
  placeFieldOf: (name: string) => `Colocar campo de ${name}`,
  remindAll: (count: number) => (count === 1 ? 'Recordar por correo' : `Recordar a ${count} personas`),
  waitingFor: (count: number) =>
    count === 1 ? 'Esperamos la firma de 1 persona.' : `Esperamos la firma de ${count} personas.`,
  mode: 'Modo de firma',
  order: 'Orden de firma',
  orderFixed: 'Ya hay firmas: el orden no se puede cambiar.',
  notYourTurn: 'Todavía no es tu turno de firmar',
  notYourTurnMeaning:
    'El documento se firma por orden y antes firman otras personas. Te avisaremos por correo cuando te toque.',
  sealing: 'Todas las firmas están. Cerrando el documento…',
  completed: 'Documento completo: todas las firmas están.',
  certificate: 'Certificado de finalización',
  evidence: 'Descargar evidencia',
  preparingEvidence: 'Preparando…',
  sealingAgain: (reason: string) => `${reason} Lo intentamos de nuevo en unos momentos.`,
  sealingFailed: 'Todas las firmas están, pero el documento no se pudo cerrar',
  signaturesAreSafe: 'Las firmas están guardadas: nadie tiene que firmar de nuevo.',
  preparing: 'Preparando la firma…',
  notPrepared: 'No se pudo preparar la firma. Revisa tu conexión e intenta de nuevo.',
  tools: 'Herramientas de edición',
  edit: 'Editar',
  cancel: 'Cancelar',
  ownField: 'Firma de Usuario',
  thirdPartyField: 'Firma de Terceros',
  undo: 'Deshacer',
  redo: 'Rehacer',
  repeat: 'Repetir en páginas…',
  annotate: 'Anotar',
  annotateTitle: 'Anotar: resaltar, escribir, dibujar, poner imágenes y comentar',
  annotationsUnavailable: 'No se pudieron cargar las anotaciones. Revisa tu conexión e inténtalo de nuevo.',
  annotationsLoading: 'Preparando las anotaciones…',
  resetZoom: 'Restablecer zoom',
  instructions: 'Instrucciones',
  saveTemplate: 'Guardar como plantilla',
  save: (count: number) => `Guardar posiciones (${count})`,

  fieldAdded: 'Campo de firma agregado. Arrastra para posicionar y redimensiona según necesites.',
  carry: (name: string) => `Elige en la página dónde firma ${name}.`,
  carryLater: 'Colocar después',
  replace: 'Volver a colocar',
  replacing: 'Un momento…',
  savedStays: (name: string) => `El campo de ${name} ya está guardado y no se mueve.`,
  replaceEndsInvitation: 'Si lo vuelves a colocar, su invitación deja de servir y hay que enviarle otra.',
  showOverlap: 'Ver',
  leaveAsIs: 'Dejar así',
  temporaryRemoved: 'Campo temporal eliminado',
  fieldRemoved: 'Campo de firma eliminado',
  fieldWasGone: 'Campo eliminado (no existía en el servidor)',
  removeFailed: 'Error al eliminar el campo de firma',
  cancelled: 'Campo de firma cancelado',
  fieldNotFound: 'Campo no encontrado',

  autosaving: 'Guardando…',
  autosaved: 'Guardado',
  autosaveFailed: 'No se guardó',
  saved: (count: number) => `Posiciones de ${count} campo(s) guardadas correctamente`,
  saveFailed: 'Error al guardar las posiciones de los campos',
  nothingToSave: 'No hay campos de firma para guardar',
  nothingNew: 'No hay campos nuevos para guardar',
  fileIdInvalid: 'ID de archivo de usuario inválido',

  ownFieldMissing:
    'Primero debe agregar un campo de firma de usuario. Use el botón "Firma de Usuario" en las herramientas de edición.',
  notYours: (signer: string) => `Este campo lo firma ${signer}, desde su invitación.`,
  signed: 'Documento firmado digitalmente con éxito',
  downloading: 'Descargando documento...',

  noFile: 'No hay archivo seleccionado',
  noToken: 'No hay token de autenticación. Por favor, inicia sesión nuevamente.',
  noInvitable: 'No hay campos con emails asignados para enviar invitaciones.',
  allInvited: '¡Todas las invitaciones enviadas exitosamente!',
  someInvited: (sent: number, all: number) => `Se enviaron ${sent} invitación(es) de ${all}`,

  personalMessage: 'Mensaje personal (opcional)',
  personalMessageHelp: 'Va aparte en el correo, como texto simple: los enlaces no se pueden pulsar.',
  personalMessageRepeats:
    'Va aparte en el correo, como texto simple. Si lo dejas vacío, al reenviar se repite el anterior.',
  characters: (count: number, most: number) => `${count} de ${most} caracteres`,
  previewMail: 'Vista previa del correo',
  previewMeaning: 'Así sale el correo. Aquí el botón y los enlaces no llevan a ninguna parte.',
  previewFor: 'Lo recibe',
  previewHtml: 'Con formato',
  previewText: 'Solo texto',
  previewWaits: 'Le llega cuando sea su turno; la fecha límite se cuenta desde ese día.',

  invitationsLeaving: (pending: number, all: number) =>
    all === 1
      ? 'La invitación sale en unos segundos.'
      : `${all - pending} de ${all} enviadas; el resto sale en unos segundos.`,
  saveAgain: 'Guardar de nuevo',
  notSavedNotInvited: 'A quien no tiene su campo guardado no se le puede invitar todavía. Nada se ha perdido.',
  notSavedYet: 'Su campo no se guardó: todavía no se le puede invitar.',
  needsField: 'Colócale un campo en el documento para poder invitarle.',
  needsEmail: 'Su campo no tiene email: no se le puede invitar.',
  fieldIsGone: 'Su campo ya no está en el documento. Colócale otro para invitarle.',
  placeField: 'Colocar campo',

  remind: 'Recordar',
  reminded: (...people: readonly string[]) =>
    `${people.length === 1 ? 'Le' : 'Les'} recordamos a ${formatPeopleNames(people)} por correo.`,
  notSentYet: 'Podrás recordarle cuando salga su invitación.',
  notArrived: 'Su invitación no se pudo entregar. Revisa el email y reenvíala.',
  remindAgainFrom: (when: string) => `Podrás recordarle de nuevo el ${when}`,
  proposes: (name: string, email: string) => `Dice que le corresponde firmar a ${name} (${email}).`,
  confirmProposal: (name: string) => `Confirmar a ${name}`,
  refuseProposal: 'No aceptar',
  proposalConfirmed: (name: string) => `Invitamos a ${name} a firmar.`,
  proposalRefused: (name: string) => `Le avisamos a ${name} que su invitación sigue en pie.`,

  cancelSigning: 'Cancelar el proceso de firma',
  cancelTitle: '¿Cancelar el proceso de firma?',
  cancelMeaning: (people: readonly string[]) =>
    `${people.length > 0 ? `Le avisamos por correo a ${formatPeopleNames(people)}. ` : ''}Los enlaces dejan de servir y nadie más puede firmar. Las firmas que ya están quedan en el documento. No se puede deshacer.`,
  documentCancelled: 'La firma de este documento se canceló: ya no se puede cambiar ni firmar.',
  signingCancelled: 'Cancelaste el proceso de firma. Avisamos a las personas invitadas.',
  youCancelled: 'Cancelaste la firma de este documento',
  guestDeclined: (name: string) => `${name} no firma: la firma de este documento se canceló`,
  uploadAgain: 'Para firmarlo, súbelo de nuevo.',

  signerAdded: 'Firmante agregado',
  signerRemoved: 'Firmante eliminado',
  signerEmailMissing: 'Por favor ingresa el email del firmante',
  signerNameMissing: 'Por favor ingresa el nombre del firmante',
  signerKnown: 'Esta persona ya está en la lista de firmantes.',

  onePage: 'El documento tiene una sola página.',
  repeatNeedsField: 'Selecciona un campo de firma sin invitación, o un campo para llenar.',
  repeated: (count: number) => (count === 1 ? 'Campo repetido en 1 página.' : `Campo repetido en ${count} páginas.`),
  repeatedAlready: 'Ese campo ya está en todas esas páginas.',
  tooManyFields: `Un documento puede tener hasta ${FIELDS_PER_DOCUMENT_MAX} campos de firma.`,
} as const
