import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { TokenParam } from '../values/token.ts'

const UNSUBSCRIBE_PATH = '/home/api/unsubscribe'

/**
 * One-click unsubscribe (RFC 8058); the URL holds the token.
 * Also accepts `multipart/form-data`.
 */
export const unsubscribeCall = callOf('unsubscribe', 'POST', UNSUBSCRIBE_PATH, {
  encoding: 'form',
  query: TokenParam,
  body: v.optional(v.object({ 'List-Unsubscribe': v.literal('One-Click') })),
  reply: v.object({ success: v.boolean() }),
})

/** Redirects to the guest's page; changes nothing. */
export const openUnsubscribeCall = callOf('openUnsubscribe', 'GET', UNSUBSCRIBE_PATH, {
  query: TokenParam,
  reply: v.unknown(),
})
