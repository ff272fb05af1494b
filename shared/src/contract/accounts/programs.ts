import * as v from 'valibot'
import { IdParamSchema, IdSchema, InstantSchema } from '../index.ts'
import { callOf } from '../values/call-of.ts'
import { TokenSchema } from '../values/token.ts'
import { visibleName } from '../values/visible-name.ts'
import { PROGRAM_NAME_MAX_LENGTH } from './limits.ts'

/** Stored with each token: a scope may be added, never renamed. */
export const programScopes = ['documents:read', 'documents:write', 'templates:use', 'webhooks:manage'] as const
export type ProgramScope = (typeof programScopes)[number]

/** A token that never expires cannot be made. */
export const programLifeDays = [30, 90, 365] as const

/** Lets scanners for leaked secrets find the tokens. */
export const PROGRAM_TOKEN_PREFIX = 'trz_'

export const ProgramTokenSchema = v.object({
  id: IdSchema,
  name: v.string(),
  /** The last characters. */
  hint: v.string(),
  scopes: v.array(v.picklist(programScopes)),
  created_at: InstantSchema,
  expires_at: InstantSchema,
  expired: v.boolean(),
  /** To the minute. */
  last_used_at: v.nullable(InstantSchema),
})
export type ProgramToken = v.InferOutput<typeof ProgramTokenSchema>

/** The form; the call adds the proof. */
export const NewProgramTokenSchema = v.object({
  name: visibleName('Ponle un nombre al token', PROGRAM_NAME_MAX_LENGTH),
  scopes: v.pipe(
    v.array(v.picklist(programScopes)),
    v.minLength(1, 'Elige al menos un permiso'),
    v.checkItems((scope, index, all) => all.indexOf(scope) === index, 'Cada permiso va una sola vez'),
  ),
  days: v.picklist(programLifeDays),
})
export type NewProgramToken = v.InferOutput<typeof NewProgramTokenSchema>

export const listProgramTokensCall = callOf('listProgramTokens', 'GET', '/api/auth/program-tokens/', {
  reply: v.array(ProgramTokenSchema),
})

export const createProgramTokenCall = callOf('createProgramToken', 'POST', '/api/auth/program-tokens/', {
  body: v.object({
    ...NewProgramTokenSchema.entries,
    proof: TokenSchema,
  }) /** `token` is shown once. */,
  reply: v.object({ token: v.string(), details: ProgramTokenSchema }),
})

/** Stops the token's jobs and pauses its webhooks. */
export const deleteProgramTokenCall = callOf('deleteProgramToken', 'DELETE', '/api/auth/program-tokens/:tokenId/', {
  params: v.object({ tokenId: IdParamSchema }),
  reply: v.object({ success: v.boolean() }),
})

/** Tells a program's client from one of the configuration. */
export const CLIENT_ID_PREFIX = 'trzc_'
export const CLIENT_SECRET_PREFIX = 'trzs_'

export const ProgramClientSchema = v.object({ ...ProgramTokenSchema.entries, client_id: v.string() })
export type ProgramClient = v.InferOutput<typeof ProgramClientSchema>

const ClientSecretSchema = v.object({ client_secret: v.string(), details: ProgramClientSchema })
const clientParams = v.object({ clientId: IdParamSchema })

export const listProgramClientsCall = callOf('listProgramClients', 'GET', '/api/auth/program-clients/', {
  reply: v.array(ProgramClientSchema),
})

export const createProgramClientCall = callOf('createProgramClient', 'POST', '/api/auth/program-clients/', {
  body: v.object({ ...NewProgramTokenSchema.entries, proof: TokenSchema }),
  reply: ClientSecretSchema,
})

/** The old secret stops at once. */
export const rotateProgramClientCall = callOf(
  'rotateProgramClient',
  'POST',
  '/api/auth/program-clients/:clientId/secret/',
  { params: clientParams, body: v.object({ proof: TokenSchema }), reply: ClientSecretSchema },
)

export const deleteProgramClientCall = callOf('deleteProgramClient', 'DELETE', '/api/auth/program-clients/:clientId/', {
  params: clientParams,
  reply: v.object({ success: v.boolean() }),
})
