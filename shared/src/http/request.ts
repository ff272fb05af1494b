import * as v from 'valibot'
import type { BodyOf, Call, ReplyOf } from '../contract/index.ts'
import { currentAccessToken, refreshAccessToken, showNotice } from './auth.ts'
import { unansweredCall } from './failures.ts'
import { HttpError, REQUEST_FALLBACK } from './http-error.ts'
import { readFailure } from './read-failure.ts'

/**
 * `session` refreshes once on a 401; `token`: a guest
 * access token.
 */
export type Bearer = 'none' | 'session' | { readonly token: string }

export interface RequestOptions<C extends Call> {
  readonly bearer: Bearer
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: BodyOf<C>
  readonly signal?: AbortSignal
}

let host = ''

/** Empty for the same origin, else an absolute URL. */
export const configureHost = (next: string): void => {
  host = next.replace(/\/$/, '')
}

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

const tokenFor = (bearer: Bearer): string | undefined => {
  if (bearer === 'none') return undefined
  return bearer === 'session' ? currentAccessToken() : bearer.token
}

/**
 * After a 401, refreshes the session and retries once. Retries reads on
 * overload.
 */
export const fetchWithBearer = async (url: string, init: RequestInit, bearer: Bearer): Promise<Response> => {
  const send = async (token: string | undefined) => {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
    const credentials = globalThis.trazoSite ? 'omit' : 'include'
    return fetch(url, { ...init, headers, credentials }).catch(unansweredCall)
  }
  const token = tokenFor(bearer)
  let answer = await send(token)
  if (answer.status === 503)
    answer = await import(/* webpackChunkName: "deferred-retry-busy" */ './retry-busy.ts').then(
      ({ retryWhenBusy }) => retryWhenBusy(answer, init, () => send(token), { showNotice }),
      () => answer,
    )
  if (answer.status !== 401 || bearer !== 'session' || token === undefined) return answer
  const renewed = await refreshAccessToken(token)
  return renewed === undefined ? answer : send(renewed)
}

const encodeBody = <C extends Call>(call: C, body: BodyOf<C>) =>
  call.encoding === 'form'
    ? { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(Object.entries(body ?? {})).toString() }
    : { type: 'application/json', text: JSON.stringify(body) }

/**
 * Parses the reply.
 * @throws HttpError with a Spanish message, AbortError when `signal`
 * aborts
 */
export const request = async <C extends Call>(call: C, options: RequestOptions<C>): Promise<ReplyOf<C>> => {
  const body = options.body === undefined ? undefined : encodeBody(call, options.body)
  const init: RequestInit = {
    method: call.method,
    headers: { Accept: 'application/json', ...(body ? { 'Content-Type': body.type } : {}) },
    ...(body ? { body: body.text } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  }
  const answer = await fetchWithBearer(urlOf(call, options.params, options.query), init, options.bearer)
  const text = await answer.text().catch(unansweredCall)
  if (!answer.ok) throw readFailure(answer.status, text, answer.headers.get('retry-after'))
  return parseReply(call, answer.status, text)
}

export const parseReply = <C extends Call>(call: C, status: number, text: string): ReplyOf<C> => {
  try {
    return v.parse(call.reply, JSON.parse(text))
  } catch (cause) {
    throw new HttpError(REQUEST_FALLBACK, { kind: 'unexpected-reply', status }, { cause })
  }
}
