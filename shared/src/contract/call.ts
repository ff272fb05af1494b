import type * as v from 'valibot'

type Schema = v.GenericSchema<unknown, unknown>

/**
 * One call of the API: the only description that client, server and the OpenAPI page share.
 *
 * `path` holds parameters as `:name`; `params`, `query` and `body` parse what travels to the server, `reply` what
 * travels back on success (2xx). Failures answer an `ErrorBody`, those of `failures: 'oauth'` an `OAuthError`.
 */
export interface Call<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
> {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  /** How the body travels; JSON when absent. A multipart body is not described by a schema. */
  readonly encoding?: 'json' | 'form' | 'multipart'
  /** Shape of a refusal; the product's own when absent. */
  readonly failures?: 'oauth'
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly reply: Reply
}

/** Names a call and keeps the literal types of its schemas. */
export const defineCall = <
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
>(
  call: Call<Params, Query, Body, Reply>,
): Call<Params, Query, Body, Reply> => call

/** What a call answers once parsed. */
export type ReplyOf<C extends Call> = v.InferOutput<C['reply']>
/** What a caller puts into the body. */
export type BodyOf<C extends Call> = v.InferInput<NonNullable<C['body']>>
/** What a caller puts into the query. */
export type QueryOf<C extends Call> = v.InferInput<NonNullable<C['query']>>
