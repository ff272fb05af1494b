import { FORM_FIELDS_MAX } from 'shared/http/form-fields'

export const formFieldTexts = {
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
  proposal: (count: number) =>
    count === 1
      ? 'Este PDF tiene 1 campo de formulario. ¿Usarlo?'
      : `Este PDF tiene ${count} campos de formulario. ¿Usarlos?`,
  proposalHelp: 'Se llenan aquí, en su lugar. Los del PDF se ocultan al firmar.',
  useProposal: 'Usar los campos del PDF',
  taken: (count: number) => (count === 1 ? '1 campo para llenar agregado' : `${count} campos para llenar agregados`),
  orphan: 'Sin firmante',
  orphanHelp: 'La persona que lo llenaba ya no firma. Elige a otra.',
  required: 'obligatorio',
  optional: 'opcional',
} as const

export const changeWords = {
  added: 'agregar un campo para llenar',
  taken: 'usar los campos del formulario',
  repeated: 'repetir un campo para llenar',
  moved: 'mover un campo para llenar',
  resized: 'cambiar el tamaño de un campo para llenar',
  changed: 'cambiar un campo para llenar',
  removed: 'eliminar un campo para llenar',
} as const
