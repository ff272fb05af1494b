/** The CSP allows this address only. */
export const FIRMADOR_ADDRESS = 'http://127.0.0.1:3516'
export const FIRMADOR_SITE = 'https://firmador.libre.cr'

export const firmadorTimes = {
  /** Longer: the browser may ask for permission first. */
  ok: 4000,
  okWhileBrowserAsks: 60_000,
  register: 15_000,
  certificates: 30_000,
  sign: 180_000,
} as const

export const REGISTRATION_PAUSE_MS = 1000
/** The program reports a refusal only in reply to a new request. */
export const LOOKS_PER_REQUEST = 10
/** After this many checks the request counts as unanswered. */
export const REGISTRATION_LOOKS = 90
