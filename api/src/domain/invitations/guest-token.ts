import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { GuestSource } from '../../platform/http/actor.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly guestTokens: GuestTokens
  }
}

/** Milliseconds, never beyond the invitation; the page asks for another one with its link. */
export const GUEST_TOKEN_LIFE = 30 * MINUTE_MS

/** Each request re-checks the grant in the database. */
export type GuestGrant = SignerGrant | ParticipantGrant

interface SignerGrant {
  readonly source: GuestSource
  readonly fieldId: number
  readonly expiresAt: number
}

interface ParticipantGrant {
  readonly source: { readonly kind: 'participation'; readonly invitationId: number }
  readonly participantId: number
  readonly expiresAt: number
}

type OpenedGrant = { readonly kind: 'open'; readonly grant: GuestGrant } | { readonly kind: 'invalid' }

export interface GuestTokens {
  seal(grant: GuestGrant): string
  open(token: string, now: number): OpenedGrant
}

/** Version and a dot; opaque session tokens contain no dot. */
const PREFIX = 'g2.'

/** By its prefix, so that a token is looked up in one place only. */
export const isGuestToken = (token: string): boolean => token.startsWith(PREFIX)

const ClaimsSchema = v.tuple([v.picklist(['i', 'a', 'p']), v.number(), v.number(), v.number()])
type Claims = v.InferOutput<typeof ClaimsSchema>

const readClaims = (payload: string): GuestGrant => {
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  const [kind, id, targetId, expiresAt] = v.parse(ClaimsSchema, claims)
  if (kind === 'p') return { source: { kind: 'participation', invitationId: id }, participantId: targetId, expiresAt }
  const source: GuestSource =
    kind === 'i' ? { kind: 'invitation', invitationId: id } : { kind: 'agent-session', sessionId: id }
  return { source, fieldId: targetId, expiresAt }
}

const toClaims = (grant: GuestGrant): Claims => {
  if ('participantId' in grant) return ['p', grant.source.invitationId, grant.participantId, grant.expiresAt]
  const { source, fieldId, expiresAt } = grant
  return source.kind === 'invitation'
    ? ['i', source.invitationId, fieldId, expiresAt]
    : ['a', source.sessionId, fieldId, expiresAt]
}

/**
 * Stateless, so that a GET for an invitation writes nothing.
 * `g2.<claims>.<tag>`: the tag is HMAC-SHA256 under a server key
 * (docs/decisions/0003-guest-access-token.md).
 */
export const createGuestTokens = (key: Uint8Array): GuestTokens => {
  const tagOf = (signed: string): Buffer => createHmac('sha256', key).update(signed).digest()
  return {
    seal: (grant) => {
      const claims = Buffer.from(JSON.stringify(toClaims(grant))).toString('base64url')
      const signed = `${PREFIX}${claims}`
      return `${signed}.${tagOf(signed).toString('base64url')}`
    },
    open: (token, now) => {
      const [prefix, payload = '', tag = '', ...rest] = token.split('.')
      if (`${prefix}.` !== PREFIX || rest.length > 0) return { kind: 'invalid' }
      const expected = tagOf(`${PREFIX}${payload}`)
      const actual = Buffer.from(tag, 'base64url')
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return { kind: 'invalid' }
      const grant = readClaims(payload)
      return grant.expiresAt > now ? { kind: 'open', grant } : { kind: 'invalid' }
    },
  }
}
