/** For responses that are not pages. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** For user content. */
export const FILE_POLICY = `${NOTHING}; sandbox`

/** For the OpenAPI page. */
export const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Two years, as preload lists require. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains'

/**
 * Default response headers, as on the site
 * (shell/server/security-headers.ts).
 * @param publicUrl enables HSTS if https
 */
export const securityHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  // URLs contain invitation tokens.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'content-security-policy': NOTHING,
  ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
})
