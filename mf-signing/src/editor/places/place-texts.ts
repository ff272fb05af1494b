import type { PlaceKind } from 'pdf/places'
import type { PlaceOnPage } from './found-on-page.ts'

export const placeKindNames: Readonly<Record<PlaceKind, string>> = {
  signature: 'Firma',
  initials: 'Iniciales',
  name: 'Nombre',
  identification: 'Identificación',
  date: 'Fecha',
  text: 'Texto',
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

export const placeTexts = {
  count: (count: number) => counted(count, 'lugar para firmar', 'lugares para firmar'),
  title: 'Lugares para firmar',
  help: 'Los encontramos en el documento. Nada se coloca hasta que lo aceptes.',
  reading: (read: number, pages: number) => `Buscando dónde firmar… ${read} de ${pages} páginas`,
  signer: 'Quién firma donde el documento no lo dice',
  page: (page: number) => `Página ${page}`,
  accept: 'Colocar',
  acceptPage: (count: number, page: number) => `Colocar los ${count} de la página ${page}`,
  acceptAll: (count: number) => (count === 1 ? 'Colocar' : `Colocar todos (${count})`),
  later: 'Ahora no',
  noSigner: 'Agrega antes a quien firma.',
  noFiller: 'Coloca antes una firma: quien firma llena los campos.',
  placed: (count: number, left: number) =>
    `${counted(count, 'campo colocado', 'campos colocados')}. ${left === 0 ? 'No quedan lugares.' : `${left === 1 ? 'Queda' : 'Quedan'} ${counted(left, 'lugar', 'lugares')}.`}`,
  dismissed: 'Lugar descartado',
} as const

/** «Firma · El arrendatario». */
export const placeInShort = ({ kind, role }: Pick<PlaceOnPage, 'kind' | 'role'>): string =>
  [placeKindNames[kind], ...(role === undefined ? [] : [role])].join(' · ')

/** For screen readers: «Firma, El arrendatario, página 2». */
export const placeInFull = ({ kind, role, page }: Pick<PlaceOnPage, 'kind' | 'role' | 'page'>): string =>
  [placeKindNames[kind], ...(role === undefined ? [] : [role]), `página ${page}`].join(', ')
