import * as v from 'valibot'
import type { BodyOf, Call, ReplyOf } from '../contract/index.ts'
import { currentAccessToken, refreshAccessToken } from './auth.ts'
import { HttpError, isAbort } from './http-error.ts'
import { NETWORK_MESSAGE, REQUEST_FALLBACK, readFailure } from './read-failure.ts'

/**
 * Whose word a call carries: nobody's, the live session's (with one refresh on a 401), or the bearer given here (a
 * guest's access token).
 */
export type Bearer = 'none' | 'session' | { readonly token: string }

export interface RequestOptions<C extends Call> {
  readonly bearer: Bearer
  readonly params?: Readonly<Record<string, string | number>>
  /** What is undefined stays away. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: BodyOf<C>
  readonly signal?: AbortSignal
}

let host = ''

/** Sets {host}: empty for the same origin, else an absolute URL without a slash at its end. */
export const configureHost = (next: string): void => {
  host = next.replace(/\/$/, '')
}

/** Fills `:name` parts of a call's path and adds its query. */
export const urlOf = (
  call: Pick<Call, 'path'>,
  params: RequestOptions<Call>['params'] = {},
  query: RequestOptions<Call>['query'] = {},
): string => {
  const path = call.path.replace(/:(\w+)/g, (_part, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const search = new URLSearchParams(given).toString()
  return `${host}${path}${search === '' ? '' : `?${search}`}`
}

const tokenOf = (bearer: Bearer): string | undefined => {
  if (bearer === 'none') return undefined
  return bearer === 'session' ? currentAccessToken() : bearer.token
}

/**
 * `fetch` with a bearer; a 401 on a live session refreshes once and repeats the call once. What is only read is asked for
 * again where the server has too much to do just now.
 */
export const fetchWithBearer = async (url: string, init: RequestInit, bearer: Bearer): Promise<Response> => {
  const send = async (token: string | undefined) => {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
    try {
      return await fetch(url, { ...init, headers, credentials: 'include' })
    } catch (cause) {
      if (isAbort(cause)) throw cause
      throw new HttpError(NETWORK_MESSAGE, { kind: 'network' }, { cause })
    }
  }
  const token = tokenOf(bearer)
  let answer = await send(token)
  if (answer.status === 503)
    answer = await import(/* webpackChunkName: "later-come-back" */ './come-back.ts').then(
      ({ comeBack }) => comeBack(answer, init, () => send(token)),
      () => answer,
    )
  if (answer.status !== 401 || bearer !== 'session' || token === undefined) return answer
  const renewed = await refreshAccessToken(token)
  return renewed === undefined ? answer : send(renewed)
}

/** A call's body on its way: JSON, or form fields where the call says so. */
const bodyOf = <C extends Call>(call: C, body: BodyOf<C>) =>
  call.encoding === 'form'
    ? { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(Object.entries(body ?? {})).toString() }
    : { type: 'application/json', text: JSON.stringify(body) }

/**
 * Makes one call of the contract and parses its answer.
 *
 * @throws HttpError with a Spanish message, or AbortError when `signal` was aborted
 */
export const request = async <C extends Call>(call: C, options: RequestOptions<C>): Promise<ReplyOf<C>> => {
  const body = options.body === undefined ? undefined : bodyOf(call, options.body)
  const init: RequestInit = {
    method: call.method,
    headers: { Accept: 'application/json', ...(body ? { 'Content-Type': body.type } : {}) },
    ...(body ? { body: body.text } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  }
  const answer = await fetchWithBearer(urlOf(call, options.params, options.query), init, options.bearer)
  const text = await answer.text()
  if (!answer.ok) throw readFailure(answer.status, text, answer.headers.get('retry-after'))
  return parseReply(call, answer.status, text)
}

/** Parses the body of a successful answer by the call's contract. */
export const parseReply = <C extends Call>(call: C, status: number, text: string): ReplyOf<C> => {
  try {
    return v.parse(call.reply, JSON.parse(text))
  } catch (cause) {
    throw new HttpError(REQUEST_FALLBACK, { kind: 'unexpected-reply', status }, { cause })
  }
}
