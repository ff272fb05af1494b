import type { ProgramScope } from 'shared/contract/accounts'

export const programTitles: Readonly<Record<string, string>> = {
  oauthToken: 'Pedir un token de acceso con un cliente OAuth',
  findFiles: 'Buscar documentos, por páginas',
  getFile: 'Leer un documento',
  downloadFile: 'Descargar el PDF',
  listFields: 'Ver los campos de un documento',
  getField: 'Leer un campo',
  getSigningOrder: 'Ver el orden de firma',
  listInvitations: 'Ver las invitaciones de un documento',
  completionCertificate: 'Descargar el certificado de finalización',
  evidence: 'Descargar la evidencia',
  uploadFile: 'Subir un PDF',
  createField: 'Colocar un campo',
  deleteField: 'Quitar un campo',
  setSigningOrder: 'Fijar el orden de firma',
  sendInvitation: 'Invitar a firmar',
  revokeInvitation: 'Retirar una invitación',
  remind: 'Enviar un recordatorio',
  cancelDocument: 'Cancelar un documento',
  deleteFile: 'Eliminar un documento',
}

export const scopeTitles: Readonly<Record<ProgramScope, string>> = {
  'documents:read': 'Leer documentos',
  'documents:write': 'Enviar documentos',
  'templates:use': 'Usar plantillas',
  'webhooks:manage': 'Administrar avisos (webhooks)',
}
