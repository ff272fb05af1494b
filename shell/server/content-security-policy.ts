import { createHash } from 'node:crypto'
import type { AgentKind } from 'shared/contract'

/** Scripts that the browser runs: JSON for them to read is no script. */
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src\s*=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/gi

/** CSP sources of the scripts that stand in `html` itself: `'sha256-…'`, in order. */
export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

const serialise = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')

/** Firmador libre, on the computer of whoever looks at the page: nothing else on it is reached. */
const FIRMADOR = 'http://127.0.0.1:3516'

/** Where a page or a worker may connect to: the site, and the API where that has an address of its own. */
const connections = (apiHost: string): string[] => ["'self'", ...(apiHost === '' ? [] : [new URL(apiHost).origin])]

/** A remote that runs on a developer's machine tells the page over a web socket that it has changed. */
const socketOf = (origin: string): string => origin.replace(/^http/, 'ws')

/**
 * No text becomes a script, an address of one or markup, but by the policy of the page's first script, which lets
 * addresses of the site's own folders through (shell/src/index.html). Not where developers' remotes come from elsewhere.
 */
const TRUSTED_TYPES = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] } as const

/**
 * The policy of a page of the site. No `unsafe-inline` and no `unsafe-eval`: pdf.js needs WebAssembly for some images,
 * drawn signatures and previews are blob: and data: images, some PDF fonts are data: fonts.
 *
 * @param apiHost absolute address of the API as browsers see it, or '' for the site's own origin
 * @param agent what people sign with
 * @param developers where a remote may come from, besides the site
 */
export const pagePolicy = (
  html: string,
  apiHost = '',
  agent: AgentKind = 'simulated',
  developers: readonly string[] = [],
): string =>
  serialise({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...inlineScriptHashes(html), ...developers],
    'style-src': ["'self'", ...developers],
    'img-src': ["'self'", 'data:', 'blob:', ...developers],
    'font-src': ["'self'", 'data:', ...developers],
    'connect-src': [
      ...connections(apiHost),
      ...(agent === 'firmador' ? [FIRMADOR] : []),
      ...developers,
      ...developers.map(socketOf),
    ],
    'worker-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    ...(developers.length === 0 ? TRUSTED_TYPES : {}),
  })

/** A worker has the policy of its own answer, not of the page that started it. */
export const workerPolicy = (apiHost = ''): string =>
  serialise({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'connect-src': connections(apiHost),
    'frame-ancestors': ["'none'"],
    // Nothing in a worker makes scripts of texts, so it needs no policy to allow any.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  })
