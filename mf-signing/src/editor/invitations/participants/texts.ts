import type { CopyMoment, ParticipantKind } from 'shared/contract/participants'

export const kindLabels: Readonly<Record<ParticipantKind, string>> = {
  visto_bueno: 'Visto bueno',
  lectura: 'Lectura',
  copia: 'Copia',
}

/** In the order of the form. */
export const kindChoices: readonly { readonly kind: ParticipantKind; readonly meaning: string }[] = [
  { kind: 'visto_bueno', meaning: 'Lo aprueba o lo rechaza antes de las firmas. Quienes firman esperan.' },
  { kind: 'lectura', meaning: 'Confirma que lo leyó. El documento se completa cuando lo haga.' },
  { kind: 'copia', meaning: 'Recibe el documento por correo. No tiene que responder.' },
]

export const copyLabels: Readonly<Record<CopyMoment, string>> = {
  completed: 'Cuando esté completo',
  sent: 'Cuando lo envíes',
  both: 'Al enviarlo y cuando esté completo',
}

export const participantTexts = {
  heading: 'Sin firma',
  add: 'Agregar a alguien que no firma',
  addTitle: 'Agregar a alguien que no firma',
  changeTitle: (name: string) => `Cambiar los datos de ${name}`,
  kind: 'Qué le pides',
  name: 'Nombre',
  email: 'Email',
  nameMissing: 'Por favor ingresa el nombre',
  emailMissing: 'Por favor ingresa el email',
  copyWhen: 'Cuándo recibe la copia',
  note: 'Nota (opcional)',
  noteHelp: 'La lee esa persona al abrir el documento.',
  inSending: (count: number) => `En los ${count} documentos de este envío`,
  submitAdd: 'Agregar',
  submitChange: 'Guardar',
  saving: 'Guardando…',
  change: 'Cambiar datos',
  remove: 'Quitar',
  removeTitle: (name: string) => `¿Quitar a ${name}?`,
  removeMeans: 'Su enlace, si lo tiene, deja de servir de inmediato.',
  alsoSigns: 'También firma',
  linkWarning: (name: string) =>
    `Quien tenga este enlace puede leer el documento y responder como ${name}. Entrégaselo solo a esa persona, por un medio en el que sepas que responde ella. En el registro del documento queda que tomaste el enlace.`,
  reminded: (name: string) => `Le recordamos a ${name} por correo.`,
  proposes: (name: string, email: string) => `Dice que le corresponde a ${name} (${email}).`,
  proposalConfirmed: (name: string) => `Invitamos a ${name}.`,

  notInvited: 'Sin invitar',
  planned: 'Programada',
  whenComplete: 'Sale cuando el documento esté completo',
  approved: 'Visto bueno',
  read: 'Leído',
  rejected: 'Rechazó',
  expired: 'Vencida',
  revoked: 'Revocada',
  revokedMeans: 'Su enlace ya no sirve.',
} as const
