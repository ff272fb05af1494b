import { readFileSync } from 'node:fs'
import { CommandError } from './command-error.ts'

/** A site that accepts releases, and the token for this remote. */
export interface SiteAddress {
  /** Without a trailing slash. */
  readonly url: string
  readonly token: string
}

const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))

/** @throws CommandError if the token would travel openly, or is missing */
export const parseSite = (address: string, env: Readonly<Record<string, string | undefined>>): SiteAddress => {
  const { TRAZO_RELEASE_TOKEN: given, TRAZO_RELEASE_TOKEN_FILE: file } = env
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !isSafe(url)) throw new CommandError(`--site ${address}: debe empezar con https://.`)
  const token = (given || (file ? readFileSync(file, 'utf8') : '')).trim()
  if (token === '')
    throw new CommandError(
      'Falta el token: ponlo en TRAZO_RELEASE_TOKEN, o en un archivo que nombre TRAZO_RELEASE_TOKEN_FILE. Lo da quien administra el sitio.',
    )
  return { url: url.origin, token }
}
