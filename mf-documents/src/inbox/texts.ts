import type { InboxEntry } from 'shared/http/deferred'

export const inboxTexts = {
  heading: 'Para firmar',
  asks: {
    firma: (owner: string) => `${owner} te pide tu firma`,
    visto_bueno: (owner: string) => `${owner} te pide tu visto bueno`,
    lectura: (owner: string) => `${owner} te pide que lo leas`,
    copia: (owner: string) => `${owner} te envía una copia`,
  } satisfies Readonly<Record<InboxEntry['kind'], (owner: string) => string>>,
  /** Contrato.pdf, or Contrato.pdf y 2 documentos más. */
  name: ({ original_filename: name, sending }: Pick<InboxEntry, 'original_filename' | 'sending'>): string => {
    if (sending === undefined) return name
    const more = sending.documents - 1
    return `${name} y ${more} ${more === 1 ? 'documento' : 'documentos'} más`
  },
  signed: ({ signed, documents }: NonNullable<InboxEntry['sending']>) => `${signed} de ${documents} firmados`,
  fields: (count: number) => `${count} firmas`,
  until: (day: string) => `hasta el ${day}`,
  forEmail: (email: string) => `para ${email}`,
  open: (name: string) => `Abrir ${name}`,
  opening: 'Abriendo…',
  all: (count: number) => `Ver los ${count}`,
  failed: 'No se pudo cargar lo que espera tu firma.',
  retry: 'Reintentar',
} as const
