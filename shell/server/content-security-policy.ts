import { createHash } from 'node:crypto'
import type { AgentKind } from 'shared/contract'
import { MAIL_STYLE_SOURCE } from 'shared/server'

/** Executable scripts only; JSON data needs no hash. */
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src\s*=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/gi

export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

const serialise = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')

const FIRMADOR = 'http://127.0.0.1:3516'

const connections = (apiHost: string): string[] => ["'self'", ...(apiHost === '' ? [] : [new URL(apiHost).origin])]

/** The development server's hot-reload socket. */
const socketOf = (origin: string): string => origin.replace(/^http/, 'ws')

/**
 * Only the `default` policy in
 * shell/src/index.html creates script URLs.
 * Disabled if remotes may come from other origins.
 */
const TRUSTED_TYPES = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] } as const

/**
 * Without `unsafe-inline` and `unsafe-eval`. pdf.js needs WebAssembly
 * for some images; signatures and previews are blob: and data: images;
 * some PDF fonts are data: fonts.
 * @param apiHost public URL of the API, '' for the site's origin
 * @param developers additional origins of remotes
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
    'style-src': ["'self'", MAIL_STYLE_SOURCE, ...developers],
    'img-src': ["'self'", 'data:', 'blob:', ...developers],
    'font-src': ["'self'", 'data:', ...developers],
    'connect-src': [
      ...connections(apiHost),
      ...(agent === 'firmador' ? [FIRMADOR] : []),
      ...developers,
      ...developers.map(socketOf),
    ],
    'worker-src': ["'self'"],
    'frame-src': ['data:'],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    ...(developers.length === 0 ? TRUSTED_TYPES : {}),
  })

/** A worker uses its own response's policy, not the page's. */
export const workerPolicy = (apiHost = ''): string =>
  serialise({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'connect-src': connections(apiHost),
    'frame-ancestors': ["'none'"],
    // Workers never turn text into scripts.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  })
