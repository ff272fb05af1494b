import type { FastifyRequest } from 'fastify'
import { ReleaseIdSchema, RemoteNameSchema } from 'shared/contract'
import { isSameSecret } from 'shared/server'
import * as v from 'valibot'
import { PreviewHolderSchema } from '../preview-builds/preview-holders.ts'

/** A working day, in seconds. */
const LIFE = 8 * 60 * 60
const NAME = 'trazo-preview'
/** Other hosts of the domain cannot set it. */
const SECURE_NAME = `__Host-${NAME}`

const PreviewSchema = v.strictObject({
  remote: RemoteNameSchema,
  /** Or the id of an uploaded preview. */
  release: ReleaseIdSchema,
  /** Of the token that opened it. */
  holder: PreviewHolderSchema,
  /** Milliseconds since 1970. */
  expires: v.number(),
})
export type PreviewClaim = v.InferOutput<typeof PreviewSchema>

/** Undefined while the site has no key. */
export type SealPreview = (text: string) => string | undefined

const attributesOf = (isSecure: boolean, seconds: number): string =>
  `; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

const nameOf = (isSecure: boolean): string => (isSecure ? SECURE_NAME : NAME)

/** @param now milliseconds since 1970 */
export const previewCookie = (
  seal: SealPreview,
  claim: Omit<PreviewClaim, 'expires'>,
  now: number,
  isSecure: boolean,
): string | undefined => {
  const text = Buffer.from(JSON.stringify({ ...claim, expires: now + LIFE * 1000 })).toString('base64url')
  const mac = seal(text)
  return mac && `${nameOf(isSecure)}=${text}.${mac}${attributesOf(isSecure, LIFE)}`
}

export const endedPreviewCookie = (isSecure: boolean): string => `${nameOf(isSecure)}=${attributesOf(isSecure, 0)}`

const parseClaim = (text: string): PreviewClaim | undefined => {
  try {
    const claim = v.safeParse(PreviewSchema, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    return claim.success ? claim.output : undefined
  } catch {
    return undefined
  }
}

/** @returns undefined for a forged or old one, and for two of them */
export const readPreviewCookie = (
  seal: SealPreview,
  { headers }: Pick<FastifyRequest, 'headers'>,
  now: number,
  isSecure: boolean,
): PreviewClaim | undefined => {
  const start = `${nameOf(isSecure)}=`
  const parts = (headers.cookie ?? '').split(';').map((part) => part.trim())
  const [value, ...others] = parts.filter((part) => part.startsWith(start)).map((part) => part.slice(start.length))
  if (value === undefined || others.length > 0) return undefined
  const [text = '', mac = '', ...more] = value.split('.')
  const right = seal(text)
  if (right === undefined || more.length > 0 || !isSameSecret(right, mac)) return undefined
  const claim = parseClaim(text)
  return claim && claim.expires > now ? claim : undefined
}
