import type { ProgramScope } from 'shared/contract/accounts'

export const scopeTexts: Readonly<Record<ProgramScope, { readonly label: string; readonly text: string }>> = {
  'documents:read': {
    label: 'Leer documentos',
    text: 'Ver la lista, descargar los archivos y saber quién ha firmado.',
  },
  'documents:write': {
    label: 'Enviar documentos',
    text: 'Subir archivos, colocar campos, invitar a firmar, cancelar y eliminar.',
  },
  'templates:use': {
    label: 'Usar plantillas',
    text: 'Ver tus plantillas, crear documentos con ellas e invitar a firmarlos.',
  },
  'webhooks:manage': {
    label: 'Administrar avisos (webhooks)',
    text: 'Elegir qué sistemas reciben avisos de tus documentos, con los nombres y emails de quienes firman.',
  },
}
