import type { FirmadorFailure } from './failures.ts'

/** What decides whether a page can reach a program on its computer at all. */
export interface Surroundings {
  readonly userAgent: string
  /** Fingers that the screen can tell apart; a tablet says that it is a computer. */
  readonly touchPoints: number
  /** The page came by HTTPS. */
  readonly secure: boolean
  /** What the browser has been told about programs on this computer; `unknown` where it never asks. */
  localNetwork(): Promise<PermissionState | 'unknown'>
  /** Whether the site's own policy forbade the last call. */
  forbidden(): boolean
}

const PHONE = /Android|iPhone|iPad|iPod|Mobile/
const SAFARI = /Version\/[\d.]+ .*Safari\//
const NOT_SAFARI = /Chrome|Chromium|CriOS|FxiOS|Edg|OPR/

/** Cards are read by computers. */
export const isPhone = ({ userAgent, touchPoints }: Surroundings): boolean =>
  PHONE.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)

const isSafari = ({ userAgent }: Surroundings): boolean => SAFARI.test(userAgent) && !NOT_SAFARI.test(userAgent)

/** Why no answer came. The browser tells a page that something failed, and never what. */
export const whyUnreachable = async (surroundings: Surroundings): Promise<FirmadorFailure> => {
  if (surroundings.forbidden()) return 'site-blocks'
  const permission = await surroundings.localNetwork()
  if (permission === 'denied') return 'browser-blocks'
  // Either nothing is there to connect to, or the browser's question was closed without an answer.
  if (permission === 'prompt' && surroundings.secure) return 'program-or-browser'
  // Safari takes a call from HTTPS to the own computer for a call into the open network.
  return surroundings.secure && isSafari(surroundings) ? 'browser-unsupported' : 'program-missing'
}

/** Names of the permission: the present one, and that of Chromium 142 to 144. */
const PERMISSIONS = ['loopback-network', 'local-network-access']

const askPermissions = async (): Promise<PermissionState | 'unknown'> => {
  for (const name of PERMISSIONS) {
    try {
      // The names are newer than the library's types; a browser that does not know one throws.
      const { state } = await navigator.permissions.query({ name } as PermissionDescriptor)
      return state
    } catch {
      // The next name.
    }
  }
  return 'unknown'
}

/** This page, in this browser; `address` is what it wants to reach. */
export const readSurroundings = (address: string): Surroundings => {
  let violated = false
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
    if (blockedURI.startsWith(address)) violated = true
  })
  return {
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    secure: location.protocol === 'https:',
    localNetwork: askPermissions,
    forbidden: () => violated,
  }
}
