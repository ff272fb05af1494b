/** Where Firmador libre answers, on the person's own computer. The site's policy allows this address and no other. */
export const FIRMADOR_ADDRESS = 'http://127.0.0.1:3516'
/** Where it is to be had. */
export const FIRMADOR_SITE = 'https://firmador.libre.cr'

/** Milliseconds that each call may take. */
export const times = {
  /** Is it there? Longer where the browser first asks the person. */
  ok: 4000,
  okWhileBrowserAsks: 60_000,
  register: 15_000,
  /** Reading cards takes their time. */
  certificates: 30_000,
  /** The person looks for the PIN, and types it. */
  sign: 180_000,
} as const

/** Milliseconds between two looks at whether the person has allowed this site. */
export const REGISTRATION_PAUSE_MS = 1000
/** A refusal is told only to who asks to be registered again: once in so many looks. */
export const LOOKS_PER_REQUEST = 10
/** How often it is looked before the question counts as unanswered. */
export const REGISTRATION_LOOKS = 90
