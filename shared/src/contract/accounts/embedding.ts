import * as v from 'valibot'
import { IdParamSchema, IdSchema, InstantSchema } from '../index.ts'
import { callOf } from '../values/call-of.ts'
import { TokenSchema } from '../values/token.ts'

/** Of an account; all of them go into one header of the page. */
export const EMBEDDING_ORIGINS_MAX = 20

/** `https://`, 253 characters of a name. */
const ORIGIN_MAX_LENGTH = 261

/** An origin exactly as browsers send it: lower case, no path, no wildcard. */
export const EmbeddingOriginSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Escribe la dirección del sitio'),
  v.maxLength(ORIGIN_MAX_LENGTH, 'La dirección es demasiado larga'),
  v.check(
    (text) => /^https:\/\/[a-z0-9.-]+(:\d+)?$/.test(text) && URL.canParse(text) && new URL(text).origin === text,
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

/** For the site server, which writes them into the policy of a guest's page. */
export const frameAncestorsCall = callOf('frameAncestors', 'POST', '/home/api/frame-ancestors/', {
  body: v.object({ document_id: IdSchema, token: TokenSchema }),
  reply: v.object({ origins: v.array(v.string()) }),
})
