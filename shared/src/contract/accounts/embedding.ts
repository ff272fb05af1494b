import * as v from 'valibot'
import { IdParamSchema, IdSchema, InstantSchema } from '../index.ts'
import { callOf } from '../values/call-of.ts'
import { TokenSchema } from '../values/token.ts'

/** Of an account; all of them go into one header of the page. */
export const EMBEDDING_ORIGINS_MAX = 20

/** `https://`, 253 characters of a name. */
const ORIGIN_MAX_LENGTH = 261

/** This computer, by one of its three names and with a port: what a developer's own server has. */
const LOCAL_ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d+$/

const isExactOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

/** Whether the origin is that of a server on the reader's own computer. Only accounts in development list them. */
export const isDevelopmentOrigin = (text: string): boolean => LOCAL_ORIGIN.test(text) && isExactOrigin(text)

/** An origin exactly as browsers send it: lower case, no path, no wildcard. */
export const EmbeddingOriginSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Escribe la dirección del sitio'),
  v.maxLength(ORIGIN_MAX_LENGTH, 'La dirección es demasiado larga'),
  v.check(
    (text) => (/^https:\/\/[a-z0-9.-]+(:\d+)?$/.test(text) && isExactOrigin(text)) || isDevelopmentOrigin(text),
    'Escribe solo el sitio, con https y sin ruta ni comodines, por ejemplo https://portal.example',
  ),
)

const ListedOriginSchema = v.object({ id: IdSchema, origin: v.string(), created_at: InstantSchema })
export type EmbeddingOrigin = v.InferOutput<typeof ListedOriginSchema>

export const listEmbeddingOriginsCall = callOf('listEmbeddingOrigins', 'GET', '/api/auth/embedding-origins/', {
  reply: v.array(ListedOriginSchema),
})

/** A listed site may show the account's invitations in a frame. */
export const addEmbeddingOriginCall = callOf('addEmbeddingOrigin', 'POST', '/api/auth/embedding-origins/', {
  body: v.object({ origin: EmbeddingOriginSchema, proof: TokenSchema }),
  reply: ListedOriginSchema,
})

export const removeEmbeddingOriginCall = callOf(
  'removeEmbeddingOrigin',
  'DELETE',
  '/api/auth/embedding-origins/:originId/',
  { params: v.object({ originId: IdParamSchema }), reply: v.object({ success: v.boolean() }) },
)

/** Whether the account may list origins of its developers' own computers (`isDevelopmentOrigin`). */
const EmbeddingDevelopmentSchema = v.object({ on: v.boolean() })

export const readEmbeddingDevelopmentCall = callOf(
  'readEmbeddingDevelopment',
  'GET',
  '/api/auth/embedding-development/',
  { reply: EmbeddingDevelopmentSchema },
)

/** Switching it on takes a proof of identity; switching it off removes the local origins. */
export const changeEmbeddingDevelopmentCall = callOf(
  'changeEmbeddingDevelopment',
  'POST',
  '/api/auth/embedding-development/',
  {
    body: v.variant('on', [v.object({ on: v.literal(true), proof: TokenSchema }), v.object({ on: v.literal(false) })]),
    reply: EmbeddingDevelopmentSchema,
  },
)

/** For the site server, which writes them into the policy of a guest's page. */
export const frameAncestorsCall = callOf('frameAncestors', 'POST', '/home/api/frame-ancestors/', {
  body: v.object({ document_id: IdSchema, token: TokenSchema }),
  reply: v.object({ origins: v.array(v.string()) }),
})
