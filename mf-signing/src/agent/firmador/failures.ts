import { AgentError, type AgentHelp } from '../signing-agent.ts'
import { FIRMADOR_SITE } from './constants.ts'

export const firmadorFailures = {
  phone:
    'Con la tarjeta se firma en una computadora con lector y Firmador instalado. Abre ahí este mismo enlace para firmar.',
  'program-missing':
    'No encontramos Firmador en esta computadora. Si ya lo tienes, ábrelo y deja su ventana abierta; si no, instálalo. Después intenta de nuevo.',
  'program-or-browser':
    'No pudimos conectarnos con Firmador. Ábrelo, o instálalo si no lo tienes; y si tu navegador pregunta si este sitio puede conectarse con aplicaciones de este dispositivo, permítelo. Después intenta de nuevo.',
  'program-silent':
    'Firmador no responde. Revisa si tiene una ventana abierta que espera por ti, o ciérralo y ábrelo otra vez, e intenta de nuevo.',
  'program-odd':
    'Lo que responde en esta computadora no es Firmador, o es una versión que no conocemos. Actualízalo e intenta de nuevo.',
  'browser-blocks':
    'Tu navegador no deja que este sitio se conecte con Firmador. Pulsa el ícono a la izquierda de la dirección, permite el acceso a la red local o a aplicaciones de este dispositivo, e intenta de nuevo.',
  'browser-unsupported':
    'Safari no permite que un sitio se conecte con Firmador. Abre este mismo enlace en Chrome, Edge o Firefox para firmar.',
  'site-blocks':
    'Este sitio no está configurado para conectarse con Firmador. Avisa a quien te envió el documento: no es un problema de tu computadora.',
  'origin-refused':
    'En Firmador se rechazó que este sitio pida firmas. Permítelo en la configuración de Firmador, o ciérralo y ábrelo otra vez, e intenta de nuevo.',
  'origin-unanswered':
    'Firmador espera que permitas este sitio. Busca su ventana, que puede estar detrás de otras, confirma ahí e intenta de nuevo.',
  'no-card':
    'No hay ninguna tarjeta en el lector. Conecta el lector, mete tu tarjeta con el chip hacia dentro e intenta de nuevo.',
  'other-card': 'La tarjeta que está en el lector no es de esa identificación. Cambia la tarjeta o revisa el número.',
  'card-gone': 'La tarjeta ya no está en el lector. Métela otra vez, espera unos segundos e intenta de nuevo.',
  'person-refused':
    'La firma se canceló en Firmador. Si fue sin querer, intenta de nuevo e ingresa tu PIN; si no reconoces el documento, no lo firmes.',
  'pin-unanswered':
    'Firmador esperó tu PIN y no llegó. Intenta de nuevo; su ventana puede estar detrás de las del navegador.',
} as const

export type FirmadorFailure = keyof typeof firmadorFailures

const download: AgentHelp = { label: 'Descargar Firmador', href: FIRMADOR_SITE }

const helps: Partial<Record<FirmadorFailure, AgentHelp>> = {
  'program-missing': download,
  'program-or-browser': download,
  'program-odd': download,
}

export const firmadorError = (
  code: FirmadorFailure,
  { text = firmadorFailures[code], ...options }: ErrorOptions & { readonly text?: string } = {},
): AgentError => {
  const help = helps[code]
  return new AgentError({ code, text, ...(help ? { help } : {}) }, options)
}
