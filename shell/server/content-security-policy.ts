import type { AgentKind, Registry } from 'shared/contract'
import { MAIL_STYLE_SOURCE, policyHash } from 'shared/server'

/** Executable scripts only; JSON data needs no hash. */
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src\s*=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/gi

export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => policyHash(script))

const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/gi

export const inlineStyleHashes = (html: string): string[] =>
  [...html.matchAll(INLINE_STYLE)].map(([, style = '']) => policyHash(style))

const serialise = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')

export const releaseFolders = (registry: Registry | undefined): string[] => {
  const entries = Object.values(registry?.remotes ?? {}).filter((entry) => entry !== undefined)
  const manifests = entries.flatMap(({ active, fallback, canary, releases }) =>
    [active, fallback, canary?.release].map((id) => releases[id ?? '']?.manifest ?? ''),
  )
  return [...new Set(manifests)]
    .filter((manifest) => URL.canParse(manifest))
    .map((manifest) => new URL('.', manifest).href)
}

const FIRMADOR = 'http://127.0.0.1:3516'

const connections = (apiHost: string): string[] => ["'self'", ...(apiHost === '' ? [] : [new URL(apiHost).origin])]

const socketOf = (origin: string): string => origin.replace(/^http/, 'ws')

/**
 * Only the `default` policy in
 * shell/src/index.html creates script URLs.
 * Disabled in pages that load developers' remotes.
 */
const TRUSTED_TYPES = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] } as const

/**
 * Without `unsafe-inline` and `unsafe-eval`. pdf.js needs WebAssembly
 * for some images; signatures and previews are blob: and data: images;
 * some PDF fonts are data: fonts.
 * @param apiHost public URL of the API, '' for the site's origin
 * @param developers origins of remotes that were agreed to
 * @param releases folders of releases on other origins
 */
export const pagePolicy = (
  html: string,
  apiHost = '',
  agent: AgentKind = 'simulated',
  developers: readonly string[] = [],
  releases: readonly string[] = [],
  ancestors: readonly string[] = [],
): string => {
  const remotes = [...developers, ...releases]
  return serialise({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...inlineScriptHashes(html), ...remotes],
    'style-src': ["'self'", MAIL_STYLE_SOURCE, ...inlineStyleHashes(html), ...remotes],
    'img-src': ["'self'", 'data:', 'blob:', ...remotes],
    'font-src': ["'self'", 'data:', ...remotes],
    'connect-src': [
      ...connections(apiHost),
      ...(agent === 'firmador' ? [FIRMADOR] : []),
      ...remotes,
      ...developers.map(socketOf),
    ],
    'worker-src': ["'self'"],
    'frame-src': ['data:'],
    'frame-ancestors': ancestors.length === 0 ? ["'none'"] : ancestors,
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    ...(developers.length === 0 ? TRUSTED_TYPES : {}),
  })
}

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
