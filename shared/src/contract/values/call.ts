import type * as v from 'valibot'

type Schema = v.GenericSchema<unknown, unknown>

/**
 * Shared by client, server and OpenAPI page.
 *
 * `path` holds parameters as `:name`; `reply` parses 2xx responses.
 * Failures are an `ErrorBody` or an `OAuthError`.
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
  /** Defaults to JSON. No schema describes a multipart body. */
  readonly encoding?: 'json' | 'form' | 'multipart'
  /** Defaults to `ErrorBody`. */
  readonly failures?: 'oauth'
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly reply: Reply
}

/** Defines a call once for client, server and OpenAPI page, with its types. */
export const defineCall = <
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
>(
  call: Call<Params, Query, Body, Reply>,
): Call<Params, Query, Body, Reply> => call

/** As the client reads it, after transformations. */
export type ReplyOf<C extends Call> = v.InferOutput<C['reply']>
/** As the client writes it: before transformations of the schema. */
export type BodyOf<C extends Call> = v.InferInput<NonNullable<C['body']>>
export type QueryOf<C extends Call> = v.InferInput<NonNullable<C['query']>>
