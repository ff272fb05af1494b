import type { UserFile } from '../contract/index.ts'
import type { Notification } from '../state/index.ts'

const REPAIRED = 'El documento estaba dañado y lo reparamos. Guardamos el original y lo puedes descargar.'
const DRAWINGS_HIDDEN =
  'Este documento pide a cada lector que dibuje su formulario: algunos, como Evince u Okular, no mostrarán el dibujo de tu firma. La firma vale igual; para verla, abre el archivo con otro lector.'
const CLEANED =
  'Quitamos el contenido señalado; el texto y las imágenes quedan igual. Tu archivo original se queda contigo.'
const OPENED =
  'Se firmará una copia sin protección: se abre sin contraseña. Guardamos el original, con su contraseña, y lo puedes descargar.'
const LONG_NOTIFICATION_MS = 10_000

const brokenLinksText = ({ count, example, page }: BrokenLinks): string => {
  const where = page === null ? '' : ` de la página ${page}`
  const what =
    count === 1
      ? `Un enlace${where} no lleva a una página web ni a un correo: «${example}».`
      : `${count} enlaces no llevan a una página web ni a un correo; por ejemplo, «${example}»${where}.`
  return `${what} El documento se guardó tal como está; aquí esos enlaces no se abren.`
}

type StoredUpload = Pick<
  UserFile,
  'rewritten' | 'opened' | 'foreign_signatures' | 'signatures_doubted' | 'drawings_hidden' | 'broken_links'
>
type BrokenLinks = NonNullable<UserFile['broken_links']>

const signatures = (count: number): string => `${count} ${count === 1 ? 'firma' : 'firmas'}`

const foreignSignaturesText = (count: number): string =>
  `El documento ya trae ${signatures(count)}; ${count === 1 ? 'se conserva intacta' : 'se conservan intactas'}.`

const doubtedText = (count: number): string =>
  `El documento ya trae ${signatures(count)} y se ${count === 1 ? 'conserva' : 'conservan'}, pero no pudimos confirmar que ${count === 1 ? 'valga' : 'valgan'}: el archivo pudo cambiar después. Revísalo en «Verificar» antes de enviarlo.`

/** What an upload changed, and what its owner should know about the file: one notification each. */
export const uploadNotes = ({
  rewritten,
  opened,
  foreign_signatures,
  signatures_doubted: doubted,
  drawings_hidden: hidden,
  broken_links: links,
}: StoredUpload): Notification[] => {
  const info = (message: string): Notification => ({ type: 'info', message, duration: LONG_NOTIFICATION_MS })
  return [
    ...(rewritten === 'normalised' ? [info(opened ? OPENED : REPAIRED)] : []),
    ...(rewritten === 'cleaned' ? [info(CLEANED)] : []),
    ...(foreign_signatures > 0
      ? [info(doubted === true ? doubtedText(foreign_signatures) : foreignSignaturesText(foreign_signatures))]
      : []),
    ...(hidden === true ? [info(DRAWINGS_HIDDEN)] : []),
    ...(links === undefined ? [] : [info(brokenLinksText(links))]),
  ]
}

/** With the name of the document, where others are on the page. */
export const namedUploadNotes = (document: StoredUpload & Pick<UserFile, 'original_filename'>): Notification[] =>
  uploadNotes(document).map((note) => ({ ...note, message: `${document.original_filename}: ${note.message}` }))
