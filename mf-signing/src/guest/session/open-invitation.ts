import type { ErrorCode } from 'shared/contract'
import { HttpError, isAbort, messageOf } from 'shared/http'
import { mayPass } from '../../call-failure.ts'
import type { LapsedInvitation } from './lapsed-invitation.ts'

/** `isDown`: the site answers nothing of its own, so the page asks again by itself. */
export interface Unreachable {
  readonly message: string
  readonly isDown: boolean
}

export interface Refusal {
  readonly code: ErrorCode | undefined
  readonly message: string
  /** Set if the guest can request a new link. */
  readonly lapsed?: LapsedInvitation | undefined
  readonly home?: string
}

/** `R`: what the server says of the invitation. */
export type OpeningAction<R> =
  | { readonly type: 'validated'; readonly reply: R }
  | ({ readonly type: 'refused' } & Refusal)
  | ({ readonly type: 'not-reached' } & Unreachable)

/** @throws HttpError */
export type AskForInvitation<R> = (token: string, signal: AbortSignal) => Promise<R>

/** With the screen of refused links, which comes next. */
const lapsedOf = async (
  token: string,
  code: ErrorCode | undefined,
  signal: AbortSignal,
): Promise<LapsedInvitation | undefined> => {
  if (code !== 'INVITATION_EXPIRED' && code !== 'INVITATION_INVALID') return undefined
  return import(/* webpackChunkName: "guest-ends" */ './lapsed-invitation.ts').then(
    ({ findLapsed }) => findLapsed(token, signal),
    () => undefined,
  )
}

/** A proxy answers for the site, usually with a page of HTML. */
const isSiteDown = (error: unknown): boolean =>
  error instanceof HttpError && (error.status ?? 0) >= 500 && error.serverMessage === undefined

/** @returns undefined if aborted */
export const openInvitation = async <R>(
  ask: AskForInvitation<R>,
  token: string,
  signal: AbortSignal,
): Promise<OpeningAction<R> | undefined> => {
  try {
    return { type: 'validated', reply: await ask(token, signal) }
  } catch (error) {
    if (isAbort(error)) return undefined
    const message = messageOf(error)
    if (mayPass(error)) return { type: 'not-reached', message, isDown: isSiteDown(error) }
    const code = error instanceof HttpError ? error.code : undefined
    return { type: 'refused', code, message, lapsed: await lapsedOf(token, code, signal) }
  }
}
