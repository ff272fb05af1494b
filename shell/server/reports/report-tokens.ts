import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Registry } from 'shared/contract'
import { addressGroup } from '../release-health/tally.ts'

/** Milliseconds. Later reports of the page do not count, and nothing about its token is kept. */
export const REPORT_TOKEN_MS = 60 * 60 * 1000

const ID_BYTES = 8
const EXPIRY_BYTES = 4
const NAME_BYTES = 4
const MAC_BYTES = 16

/** Permits a page to report; no person is in it. */
export interface ReportToken {
  readonly id: Buffer
  /** Seconds since 1970. */
  readonly expires: number
  readonly group: string
  names(remote: string, release: string): boolean
}

/** Any machine of a site may get the reports of a page that another one served. */
export const sharedReportKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'trazo report tokens', 32))

const hashOf = (remote: string, release: string): Buffer =>
  createHash('sha256').update(`${remote}/${release}`).digest().subarray(0, NAME_BYTES)

const runningIn = (registry: Registry): Buffer[] =>
  Object.entries(registry.remotes).flatMap(([remote, entry]) => {
    const { active, fallback, canary } = entry ?? {}
    return [active, fallback, canary?.release].flatMap((id) => (id ? [hashOf(remote, id)] : []))
  })

const macOf = (key: Buffer, body: Buffer, group: string): Buffer =>
  createHmac('sha256', key).update(`report ${group}\n`).update(body).digest().subarray(0, MAC_BYTES)

/**
 * For one page: names the releases that it may load, and is invalid in
 * another group of networks.
 * @param now milliseconds since 1970
 */
export const issueReportToken = (key: Buffer, registry: Registry, address: string, now: number): string => {
  const expires = Buffer.alloc(EXPIRY_BYTES)
  expires.writeUInt32BE(Math.ceil((now + REPORT_TOKEN_MS) / 1000))
  const body = Buffer.concat([randomBytes(ID_BYTES), expires, ...runningIn(registry)])
  return Buffer.concat([body, macOf(key, body, addressGroup(address))]).toString('base64url')
}

/** @returns undefined for a forged or old one, and for that of another group of networks */
export const readReportToken = (key: Buffer, token: string, address: string, now: number): ReportToken | undefined => {
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(0, -MAC_BYTES)
  if (body.length < ID_BYTES + EXPIRY_BYTES) return undefined
  const group = addressGroup(address)
  if (!timingSafeEqual(macOf(key, body, group), bytes.subarray(-MAC_BYTES))) return undefined
  const expires = body.readUInt32BE(ID_BYTES)
  if (expires * 1000 <= now) return undefined
  const named = new Set<string>()
  for (let at = ID_BYTES + EXPIRY_BYTES; at < body.length; at += NAME_BYTES)
    named.add(body.toString('hex', at, at + NAME_BYTES))
  return {
    id: body.subarray(0, ID_BYTES),
    expires,
    group,
    names: (remote, release) => named.has(hashOf(remote, release).toString('hex')),
  }
}
