import { isRemoteName, RemoteNameSchema } from 'shared/contract'
import * as v from 'valibot'

/** Manifest URLs per remote, and outlines. */
const SettingsSchema = v.object({
  overrides: v.record(RemoteNameSchema, v.string()),
  outline: v.boolean(),
})
export type ToolSettings = v.InferOutput<typeof SettingsSchema>

export const NO_SETTINGS: ToolSettings = { overrides: {}, outline: false }

export const hasAny = ({ overrides, outline }: ToolSettings): boolean => outline || Object.keys(overrides).length > 0

export const parseSettings = (text: string | null): ToolSettings => {
  try {
    return v.parse(SettingsSchema, JSON.parse(text ?? ''))
  } catch {
    return NO_SETTINGS
  }
}

const PREFIX = 'mf.'
const OFF = new Set(['0', 'off'])

/**
 * `?mf.mf_signing=<manifest>` overrides a remote; without a value resets
 * it. `?mf.outline` shows outlines, `?mf.outline=off` hides them.
 */
export const withQuery = (kept: ToolSettings, search: string): ToolSettings => {
  const query = new URLSearchParams(search)
  const overrides = { ...kept.overrides }
  for (const [key, address] of query) {
    const name = key.slice(PREFIX.length)
    if (!key.startsWith(PREFIX) || !isRemoteName(name)) continue
    if (address) overrides[name] = address
    else delete overrides[name]
  }
  const outline = query.get(`${PREFIX}outline`)
  return { overrides, outline: outline === null ? kept.outline : !OFF.has(outline) }
}

export const withoutTools = (address: string): string => {
  const url = new URL(address)
  for (const key of [...url.searchParams.keys()]) if (key.startsWith(PREFIX)) url.searchParams.delete(key)
  return url.href
}

/**
 * @param origins CSP sources;
 *   `http://localhost:*` matches every port
 */
export const isAllowedOrigin = (address: string, origins: readonly string[]): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return origins.some((allowed) =>
    allowed.endsWith(':*') ? allowed === `${protocol}//${hostname}:*` : allowed === origin,
  )
}

/** Keeps a new address only if the person agrees: anyone can send a link. */
export const confirmedOnly = (
  settings: ToolSettings,
  kept: ToolSettings,
  agree: (remote: string, address: string) => boolean,
): ToolSettings => {
  const agreed = Object.entries(settings.overrides).filter(
    ([remote, address = '']) => (isRemoteName(remote) && kept.overrides[remote] === address) || agree(remote, address),
  )
  return { ...settings, overrides: Object.fromEntries(agreed) }
}

/** A link must not load foreign code. */
export const allowedOnly = (settings: ToolSettings, origins: readonly string[]): ToolSettings => {
  const allowed = Object.entries(settings.overrides).filter(([, address = '']) => isAllowedOrigin(address, origins))
  return { ...settings, overrides: Object.fromEntries(allowed) }
}
