/**
 * Everything that a document's log can tell, with the words that the certificate of completion says it in. Whoever does
 * something worth telling adds a kind here.
 */
export const auditKinds = {
  'document-uploaded': 'Documento cargado',
  'document-normalised': 'Archivo reparado al cargarlo; el original se conserva',
  'document-cleaned': 'Contenido activo retirado al cargarlo',
  'document-annotated': 'Anotaciones guardadas en el documento',
  'document-shared': 'URL pública de firma activada',
  'document-unshared': 'Se dejó de compartir',
  'document-deleted': 'Documento eliminado por su propietario',
  'document-downloaded': 'Documento descargado con un enlace',
  'field-created': 'Campo de firma colocado',
  'field-deleted': 'Campo de firma eliminado',
  'order-changed': 'Orden de firma cambiado',
  'invitation-sent': 'Invitación creada',
  'invitation-turn': 'Llegó el turno de firmar',
  'invitation-seen': 'El firmante tuvo el documento a la vista',
  'invitation-revoked': 'Invitación retirada',
  'invitation-declined': 'El firmante rechazó firmar',
  'reminder-sent': 'Recordatorio enviado',
  'reminders-silenced': 'El firmante no quiere más recordatorios',
  'reminders-resumed': 'El firmante acepta recordatorios de nuevo',
  'proposal-made': 'El firmante propuso a otra persona',
  'proposal-accepted': 'El propietario aceptó a la persona propuesta',
  'proposal-refused': 'El propietario no aceptó a la persona propuesta',
  'signer-identified': 'El firmante indicó quién es',
  'signer-agreed': 'El firmante aceptó firmar electrónicamente',
  'field-signed': 'Campo firmado',
  'mail-queued': 'Correo en cola de envío',
  'mail-sent': 'Correo entregado al servidor de correo',
  'mail-failed': 'Correo no entregado',
  'mail-withdrawn': 'Correo retirado antes de salir',
  'document-cancelled': 'Proceso de firma cancelado',
  'document-completed': 'Todas las firmas completas',
  'document-sealed': 'Documento sellado',
  'document-renewed': 'Sello de tiempo renovado',
  'sealing-failed': 'El sellado falló',
  'sealing-retried': 'El propietario pidió sellar de nuevo',
} as const satisfies Readonly<Record<string, string>>

export type AuditKind = keyof typeof auditKinds
