import { formatPeopleNames } from '../../format.ts'

const quoted = (name: string): string => `«${name}»`
const documents = (count: number): string => (count === 1 ? '1 documento' : `${count} documentos`)

export const sendingTexts = {
  label: 'Documentos del envío',
  title: (count: number) => `Envío de ${documents(count)}`,
  complete: 'Completo',
  actions: 'Ordenar el envío',
  actionsOf: (name: string) => `Ordenar el envío, con ${name}`,
  earlier: 'Mover antes',
  later: 'Mover después',
  isFirst: 'Ya es el primero',
  isLast: 'Ya es el último',
  takeOut: 'Sacar del envío',
  takeOutMeaning: 'Queda en tus documentos, por separado',
  tooFewLeft: 'Quedaría uno solo: usa «Separar los documentos»',
  dissolve: 'Separar los documentos',
  dissolveTitle: '¿Separar los documentos?',
  dissolveMeaning: (count: number) =>
    `Los ${count} documentos quedan en tu lista con sus campos, y cada uno se envía con su propio correo.`,
  moved: (name: string, position: number) => `${quoted(name)} va ahora de ${position}.º.`,
  takenOut: (name: string) => `${quoted(name)} ya no va en el envío.`,
  dissolved: 'Cada documento va ahora por separado.',
  place: (names: readonly string[]) =>
    `Antes de pasar a otro documento, coloca el campo de ${formatPeopleNames(names)} o elimina a esa persona: aquí todavía no tiene.`,
  states: {
    sealFailed: 'No se pudo cerrar',
    cancelled: 'Cancelado',
    complete: 'Completo',
    sealing: 'Cerrando…',
    noFields: 'Sin campos',
    signed: (signed: number, total: number) => `${signed} de ${total} ${total === 1 ? 'firma' : 'firmas'}`,
  },
  inDocuments: (count: number) => `en ${documents(count)}`,
  fieldMissing: (names: readonly string[]) => `Falta un campo de firma en ${formatPeopleNames(names.map(quoted))}.`,
  fieldMissingMeaning: 'Cada documento del envío necesita al menos uno. Colócalo, o saca el documento del envío.',
  invited: (count: number) =>
    count === 1
      ? 'Invitamos a 1 persona: recibe un solo correo para todo el envío.'
      : `Invitamos a ${count} personas: cada una recibe un solo correo para todo el envío.`,
  someInvited: (sent: number, all: number) => `Invitamos a ${sent} de ${all} personas.`,
  isInvited: 'Invitada',
  isSigned: 'Firmado',
  notInvited: 'Sin invitar',
  options: 'El modo de firma, el orden, la fecha límite y los certificados valen para todo el envío.',
} as const
