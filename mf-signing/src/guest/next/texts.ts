import type { InboxEntry } from 'shared/http/deferred'

const asks = {
  firma: (owner: string) => `${owner} te pide tu firma`,
  visto_bueno: (owner: string) => `${owner} te pide tu visto bueno`,
  lectura: (owner: string) => `${owner} te pide que lo leas`,
  copia: (owner: string) => `${owner} te envía una copia`,
} satisfies Readonly<Record<InboxEntry['kind'], (owner: string) => string>>

export const nextTexts = {
  label: 'Lo que sigue',
  ofSending: 'Siguiente documento',
  looking: 'Buscando lo que sigue…',
  next: (kind: InboxEntry['kind'], count: number) =>
    `${kind === 'firma' ? 'Firmar siguiente' : 'Siguiente documento'} (${count})`,
  about: ({ kind, original_filename, owner_name, for_email }: InboxEntry) =>
    [original_filename, asks[kind](owner_name), ...(for_email === undefined ? [] : [`para ${for_email}`])].join(' · '),
  opening: 'Abriendo…',
  none: 'No te queda nada por firmar ni responder.',
  failed: 'No se pudo abrir lo que sigue.',
  retry: 'Reintentar',
  back: 'Volver al inicio',
} as const
