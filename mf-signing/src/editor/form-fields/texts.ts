import { FORM_FIELDS_MAX } from 'shared/http/form-fields'

export const formTexts = {
  palette: 'Campos para llenar',
  paletteHelp: 'La persona los llena antes de firmar. Elige uno y colócalo en la página.',
  signer: 'Quién los llena',
  settings: 'Ajustes',
  settingsOf: (label: string) => `Ajustes del campo ${label}`,
  remove: (label: string) => `Eliminar el campo ${label}`,
  carry: (label: string) => `Elige en la página dónde va «${label}».`,
  removed: 'Campo para llenar eliminado',
  tooMany: `Un documento puede tener hasta ${FORM_FIELDS_MAX} campos para llenar.`,
  saveFailed: 'No se guardaron los campos para llenar.',
  orphan: 'Sin firmante',
  orphanHelp: 'La persona que lo llenaba ya no firma. Elige a otra.',
  required: 'obligatorio',
  optional: 'opcional',
} as const

export const changeWords = {
  added: 'agregar un campo para llenar',
  moved: 'mover un campo para llenar',
  resized: 'cambiar el tamaño de un campo para llenar',
  changed: 'cambiar un campo para llenar',
  removed: 'eliminar un campo para llenar',
} as const
