/** What an answer that is no page may do when a browser takes it for one: nothing, in nobody's frame. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** Of a file that somebody uploaded, or that holds what somebody wrote. */
export const FILE_POLICY = `${NOTHING}; sandbox`

/** Of the page about the calls: its own scripts and styles, and calls to this API. */
export const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Two years, the usual minimum of the browsers' preload lists. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains'

/**
 * What every answer carries, as those of the site do (shell/server/security-headers.ts); one with a policy of its own
 * replaces that.
 *
 * @param publicUrl where people reach the site: with https they are never to come without
 */
export const securityHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  // Addresses carry invitation tokens.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'content-security-policy': NOTHING,
  ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
})
