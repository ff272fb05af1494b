import { formatCount, formatSignerNames } from '../../format.ts'

const quoted = (name: string): string => `«${name}»`

export const batchTexts = {
  title: 'Varios documentos',
  uploading: (number: number, all: number) => `Subiendo ${number} de ${all}`,
  stopped: (stored: number, all: number) =>
    `En pausa: ${stored} de ${formatCount(all, 'archivo', 'archivos')} en tus documentos`,
  done: (refused: number) =>
    refused === 1 ? 'Un archivo no se subió' : `${formatCount(refused, 'archivo', 'archivos')} no se subieron`,
  asked: 'Los documentos están subidos',
  waiting: 'En espera',
  sending: 'Subiendo…',
  checking: 'Revisando…',
  locked: 'Pide una contraseña',
  lockedAsked: 'Un archivo pide una contraseña',
  notOpened: 'Pide una contraseña y no se abrió.',
  stored: 'Subido',
  repeats: 'Repetido: ya venía antes. Se sube otra vez.',
  cleanAlone: 'Súbelo por separado y te ofrecemos quitar ese contenido.',
  leftOut: 'Cancelaste antes de subirlo.',
  stop: 'Cancelar',
  proceed: 'Seguir subiendo',
  finish: 'Dejarlo así',
  retry: 'Reintentar los que fallaron',
  close: 'Volver a subir un documento',
  question: '¿Van juntos?',
  count: (count: number) => `Subiste ${formatCount(count, 'documento', 'documentos')}.`,
  together: 'Un solo envío',
  togetherMeaning: 'Las personas reciben un correo y firman todo de una vez',
  apart: 'Documentos por separado',
  apartMeaning: 'Cada uno con sus firmantes y su propio correo',
  tooMany: (count: number, most: number) =>
    `Un envío lleva hasta ${most} documentos y subiste ${count}. Quedan por separado, en tus documentos.`,
  repeated: (names: readonly string[]) =>
    `${formatSignerNames(names.map(quoted))} ${names.length === 1 ? 'va' : 'van'} más de una vez.`,
  refusedToo: 'No se subieron:',
  joining: 'Juntando…',
  waitingElsewhere: 'Tus documentos están subidos. En «Subir Documento» te preguntamos si van juntos.',
  separate: (count: number) => `${formatCount(count, 'documento', 'documentos')} en tu lista.`,
  left: (names: readonly string[]) =>
    `No ${names.length === 1 ? 'se subió' : 'se subieron'} ${formatSignerNames(names.map(quoted))}. En «Subir Documento» ves por qué.`,
} as const
