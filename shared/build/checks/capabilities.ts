import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** Names in a release's code; hidden names are not found. */
export type ShellCapabilities = ReturnType<typeof capabilitiesOf>

const SEARCHED = {
  storage: /\b(?:localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie|caches\.(?:open|match))\b/g,
  network:
    /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|RTCPeerConnection|WebTransport)\b|\b(?:https?|wss?):\/\/[\w.-]+(?::\d+)?/g,
  code: /\beval(?=\()|\bnew Function\b|\bFunction(?=\()|\bnew Worker\b|\bdocument\.write\b|\bWebAssembly\b/g,
} as const

/** Namespaces of XML, which nothing fetches. */
const NAMESPACE = /^https?:\/\/(?:www\.)?w3\.org/

const MapSchema = v.object({ sources: v.array(v.string()) })
/** Not the virtual folders of bundlers. */
const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^./][^/]*)\//

const dependenciesIn = (map: string): string[] => {
  try {
    return v.parse(MapSchema, JSON.parse(map)).sources.flatMap((source) => PACKAGE.exec(source)?.[1] ?? [])
  } catch {
    return []
  }
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort()

/**
 * Searches the built code, dependencies included: what a release newly stores, calls or runs is shown before it goes
 * live.
 */
export const capabilitiesOf = (folder: string) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const read = (ending: RegExp) =>
    files.filter((file) => ending.test(file)).map((file) => readFileSync(join(folder, file), 'utf8'))
  const scripts = read(/(?:\.m?js|prerender\.json)$/)
  const find = (pattern: RegExp) => sorted(scripts.flatMap((script) => script.match(pattern) ?? []))
  return {
    storage: find(SEARCHED.storage),
    network: find(SEARCHED.network).filter((name) => !NAMESPACE.test(name)),
    code: find(SEARCHED.code),
    dependencies: sorted(read(/\.js\.map$/).flatMap(dependenciesIn)),
  }
}

const TITLES: readonly (readonly [keyof ShellCapabilities, string])[] = [
  ['storage', 'guarda en el navegador'],
  ['network', 'habla con'],
  ['code', 'ejecuta'],
  ['dependencies', 'depende de'],
]

/** @returns lines for people; [] if nothing is new */
export const newCapabilities = (before: ShellCapabilities | undefined, after: ShellCapabilities): string[] =>
  TITLES.flatMap(([kind, title]) => {
    const known = new Set(before?.[kind])
    const added = after[kind].filter((name) => !known.has(name))
    return added.length === 0 ? [] : [`${title}: ${added.join(', ')}`]
  })
