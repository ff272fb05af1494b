import type { UserFile } from 'shared/contract'
import type { Notification } from 'shared/state'
import { formatCount } from '../format.ts'

const UPLOADED = 'Archivo subido exitosamente'
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
      : `${formatCount(count, 'enlace', 'enlaces')} no llevan a una página web ni a un correo; por ejemplo, «${example}»${where}.`
  return `${what} El documento se guardó tal como está; aquí esos enlaces no se abren.`
}

type Stored = Pick<
  UserFile,
  'rewritten' | 'opened' | 'foreign_signatures' | 'signatures_doubted' | 'drawings_hidden' | 'broken_links'
>
type BrokenLinks = NonNullable<UserFile['broken_links']>

const foreignSignaturesText = (count: number): string =>
  `El documento ya trae ${formatCount(count, 'firma', 'firmas')}; ${count === 1 ? 'se conserva intacta' : 'se conservan intactas'}.`

const doubtedText = (count: number): string =>
  `El documento ya trae ${formatCount(count, 'firma', 'firmas')} y se ${count === 1 ? 'conserva' : 'conservan'}, pero no pudimos confirmar que ${count === 1 ? 'valga' : 'valgan'}: el archivo pudo cambiar después. Revísalo en «Verificar» antes de enviarlo.`

/** Success first, then side effects. */
export const uploadNotifications = ({
  rewritten,
  opened,
  foreign_signatures,
  signatures_doubted: doubted,
  drawings_hidden: hidden,
  broken_links: links,
}: Stored): Notification[] => {
  const info = (message: string): Notification => ({ type: 'info', message, duration: LONG_NOTIFICATION_MS })
  return [
    { type: 'success', message: UPLOADED },
    ...(rewritten === 'normalised' ? [info(opened ? OPENED : REPAIRED)] : []),
    ...(rewritten === 'cleaned' ? [info(CLEANED)] : []),
    ...(foreign_signatures > 0
      ? [info(doubted === true ? doubtedText(foreign_signatures) : foreignSignaturesText(foreign_signatures))]
      : []),
    ...(hidden === true ? [info(DRAWINGS_HIDDEN)] : []),
    ...(links === undefined ? [] : [info(brokenLinksText(links))]),
  ]
}
