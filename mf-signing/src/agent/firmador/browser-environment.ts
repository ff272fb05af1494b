import type { FirmadorFailure } from './failures.ts'

export interface BrowserEnvironment {
  readonly userAgent: string
  /** Tablets report a desktop user agent. */
  readonly touchPoints: number
  readonly secure: boolean
  /** `unknown` if the browser has no such permission. */
  localNetwork(): Promise<PermissionState | 'unknown'>
  forbidden(): boolean
}

const PHONE = /Android|iPhone|iPad|iPod|Mobile/
const SAFARI = /Version\/[\d.]+ .*Safari\//
const NOT_SAFARI = /Chrome|Chromium|CriOS|FxiOS|Edg|OPR/

export const isPhone = ({ userAgent, touchPoints }: BrowserEnvironment): boolean =>
  PHONE.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)

const isSafari = ({ userAgent }: BrowserEnvironment): boolean => SAFARI.test(userAgent) && !NOT_SAFARI.test(userAgent)

/** Browsers don't expose the reason of a network failure. */
export const whyUnreachable = async (environment: BrowserEnvironment): Promise<FirmadorFailure> => {
  if (environment.forbidden()) return 'site-blocks'
  const permission = await environment.localNetwork()
  if (permission === 'denied') return 'browser-blocks'
  // No program listens, or the user dismissed the prompt.
  if (permission === 'prompt' && environment.secure) return 'program-or-browser'
  // Safari blocks calls from HTTPS to localhost as mixed content.
  return environment.secure && isSafari(environment) ? 'browser-unsupported' : 'program-missing'
}

/** Current name, and that of Chromium 142 to 144. */
const PERMISSIONS = ['loopback-network', 'local-network-access']

const askPermissions = async (): Promise<PermissionState | 'unknown'> => {
  for (const name of PERMISSIONS) {
    try {
      // TypeScript lacks these names; a browser throws on an unknown one.
      const { state } = await navigator.permissions.query({ name } as PermissionDescriptor)
      return state
    } catch {
      // Try the next name.
    }
  }
  return 'unknown'
}

export const readBrowserEnvironment = (address: string): BrowserEnvironment => {
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
