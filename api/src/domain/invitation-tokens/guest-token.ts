import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import type { GuestSource, OpenedByAccount } from '../../platform/http/actor.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly guestTokens: GuestTokens
  }
}

/** Milliseconds, never beyond the invitation; the page asks for another one with its link. */
export const GUEST_TOKEN_LIFE = 30 * MINUTE_MS

/** Milliseconds, of the link that an account opened. A reload of the page needs it; the dashboard gives another one. */
export const ACCOUNT_LINK_LIFE = 12 * HOUR_MS

/** Each request re-checks the grant in the database. */
export type GuestGrant = SignerGrant | ParticipantGrant | AccountLink

interface SignerGrant {
  readonly source: GuestSource
  readonly fieldId: number
  readonly expiresAt: number
}

interface ParticipantGrant {
  readonly source: { readonly kind: 'participation'; readonly invitationId: number } & OpenedByAccount
  readonly participantId: number
  readonly expiresAt: number
}

/** Stands for a mailed link, and authenticates nothing by itself. */
interface AccountLink {
  readonly source: { readonly kind: 'account'; readonly invitationId: number; readonly sessionId: number }
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

/** The last one: the session of an account that opened the invitation. */
const ClaimsSchema = v.tuple([
  v.picklist(['i', 'a', 'p', 'l']),
  v.number(),
  v.number(),
  v.number(),
  v.optional(v.number()),
])
type Claims = v.InferOutput<typeof ClaimsSchema>

const readClaims = (payload: string): GuestGrant => {
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  const [kind, id, targetId, expiresAt, sessionId] = v.parse(ClaimsSchema, claims)
  const opened: OpenedByAccount = sessionId === undefined ? {} : { sessionId }
  switch (kind) {
    case 'i':
      return { source: { kind: 'invitation', invitationId: id, ...opened }, fieldId: targetId, expiresAt }
    case 'a':
      return { source: { kind: 'agent-session', sessionId: id }, fieldId: targetId, expiresAt }
    case 'p':
      return { source: { kind: 'participation', invitationId: id, ...opened }, participantId: targetId, expiresAt }
    case 'l':
      return { source: { kind: 'account', invitationId: id, sessionId: targetId }, expiresAt }
  }
}

const toClaims = (grant: GuestGrant): Claims => {
  const { expiresAt } = grant
  if ('participantId' in grant) {
    const { invitationId, sessionId } = grant.source
    return ['p', invitationId, grant.participantId, expiresAt, sessionId]
  }
  if (!('fieldId' in grant)) return ['l', grant.source.invitationId, grant.source.sessionId, expiresAt, undefined]
  const { source, fieldId } = grant
  return source.kind === 'invitation'
    ? ['i', source.invitationId, fieldId, expiresAt, source.sessionId]
    : ['a', source.sessionId, fieldId, expiresAt, undefined]
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
      const claims = Buffer.from(JSON.stringify(toClaims(grant).filter((claim) => claim !== undefined))).toString(
        'base64url',
      )
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
