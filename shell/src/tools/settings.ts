import { remoteNames } from 'shared/contract'
import * as v from 'valibot'

/** What a tab of a developer has: remotes from elsewhere by the address of their manifest, and outlines. */
export const SettingsSchema = v.object({
  overrides: v.record(v.picklist(remoteNames), v.string()),
  outline: v.boolean(),
})
export type Settings = v.InferOutput<typeof SettingsSchema>

export const NO_SETTINGS: Settings = { overrides: {}, outline: false }

export const hasAny = ({ overrides, outline }: Settings): boolean => outline || Object.keys(overrides).length > 0

/** @returns what a session kept; nothing where it is not ours */
export const parseSettings = (text: string | null): Settings => {
  try {
    return v.parse(SettingsSchema, JSON.parse(text ?? ''))
  } catch {
    return NO_SETTINGS
  }
}

const PREFIX = 'mf.'
const OFF = new Set(['0', 'off'])

/**
 * What an address adds: `?mf.mf_signing=<manifest>` takes a remote from there, and without a value from the site again;
 * `?mf.outline` shows the teams' areas, `?mf.outline=off` no longer.
 */
export const withQuery = (kept: Settings, search: string): Settings => {
  const query = new URLSearchParams(search)
  const overrides = { ...kept.overrides }
  for (const name of remoteNames) {
    const address = query.get(PREFIX + name)
    if (address) overrides[name] = address
    else if (address === '') delete overrides[name]
  }
  const outline = query.get(`${PREFIX}outline`)
  return { overrides, outline: outline === null ? kept.outline : !OFF.has(outline) }
}

/** The address without anything for the tools. */
export const withoutTools = (address: string): string => {
  const url = new URL(address)
  for (const key of [...url.searchParams.keys()]) if (key.startsWith(PREFIX)) url.searchParams.delete(key)
  return url.href
}

/** @param origins as a content security policy names them: `http://localhost:*` stands for every port */
export const isAllowed = (address: string, origins: readonly string[]): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return origins.some((allowed) =>
    allowed.endsWith(':*') ? allowed === `${protocol}//${hostname}:*` : allowed === origin,
  )
}

/** Only what the site allows: an address that somebody was sent must not bring foreign code into the page. */
export const allowedOnly = (settings: Settings, origins: readonly string[]): Settings => {
  const overrides = { ...settings.overrides }
  for (const name of remoteNames) if (!isAllowed(overrides[name] ?? '', origins)) delete overrides[name]
  return { ...settings, overrides }
}
