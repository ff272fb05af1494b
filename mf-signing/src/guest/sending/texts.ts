import type { GuestSendingDocument } from 'shared/http/deferred'

const list = new Intl.ListFormat('es', { type: 'conjunction' })

export const guestSendingTexts = {
  list: 'Documentos de este envío',
  count: (signed: number, total: number) => `${signed} de ${total} firmados`,
  states: {
    open: 'Falta tu firma',
    later: 'Antes firman otras personas',
    signed: 'Firmado',
    ended: 'Ya no se puede firmar',
  } satisfies Readonly<Record<GuestSendingDocument['state'], string>>,
  nameless: 'Documento retirado',
  unread: 'Te falta leer:',
  unfilled: 'Faltan datos en:',
  fill: 'Completar los datos',
  more: (count: number) => ` y ${count} más`,
  thenAll: (count: number) => `Después firmas los ${count} documentos de una vez.`,
  alone: 'Firmar solo este',
  all: (count: number) => `Firmar los ${count} documentos`,
  reviewHelp: (count: number) =>
    `Tu firma quedará en el lugar que parpadea y en tus campos de los otros documentos. Se firman los ${count} de una vez.`,
  drawingHelp: (count: number) => `Así se verá en tus campos de los ${count} documentos.`,
  who: (name: string, count: number) => `${name} firma ${count} documentos.`,
  signing: (count: number) => `Firmando ${count} documentos…`,
  signedAll: (count: number) => `${count} documentos firmados digitalmente con éxito`,
  signedList: 'Documentos firmados',
  download: (name: string) => `Descargar ${name}`,
  over: 'No te queda ningún documento de este envío por firmar.',
  dataDiffer:
    'Los datos que llenaste cambiaron en otra ventana, y no se firmó ningún documento. Revísalos; tu firma dibujada se conserva.',
  differs: (names: readonly string[]) =>
    `Los documentos de este envío cambiaron desde que los abriste, y no se firmó ninguno. ${
      names.length === 0
        ? 'La lista ya está al día'
        : `Ya no se puede firmar: ${list.format(names)}. La lista está al día`
    }; tu firma dibujada se conserva.`,
} as const
