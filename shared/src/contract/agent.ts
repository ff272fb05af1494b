import * as v from 'valibot'
import { EMAIL_PATTERN } from './accounts.ts'
import { defineCall } from './call.ts'
import { SignatureFieldSchema } from './fields.ts'
import { IdSchema } from './ids.ts'

/**
 * What confirms who signs. `simulated` asks nobody; `firmador` signs with the national card, on the person's own
 * computer. Chosen for the whole installation, by the server.
 */
export const agentKinds = ['simulated', 'firmador'] as const
export type AgentKind = (typeof agentKinds)[number]
export const AgentKindSchema = v.picklist(agentKinds)

export const identificationTypes = ['nacional', 'extranjero'] as const

/** Who the person says to be. The server proves it with the certificate of the card, or records it as only declared. */
export const IdentificationSchema = v.object({
  type: v.picklist(identificationTypes),
  number: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Por favor, ingrese su número de identificación'),
    v.maxLength(20, 'El número de identificación es demasiado largo'),
  ),
})

export type Identification = v.InferOutput<typeof IdentificationSchema>

export const signingAgentCall = defineCall({
  name: 'signingAgent',
  method: 'GET',
  path: '/home/api/signing-agent/',
  summary: 'Which signing agent this installation uses',
  reply: v.object({ kind: AgentKindSchema }),
})

/**
 * Who comes by a public link, without an invitation: `field_id` where the link names one, null for the bare link of a
 * document, which gets a field of its own. Name and e-mail are what the person says; both may be empty.
 */
export const StartAgentSessionSchema = v.object({
  user_file_id: IdSchema,
  field_id: v.nullable(IdSchema),
  identification: IdentificationSchema,
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64, 'El nombre es demasiado largo')), ''),
  email: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(254),
      v.check((email) => email === '' || EMAIL_PATTERN.test(email), 'El email no es válido'),
    ),
    '',
  ),
})

export const startAgentSessionCall = defineCall({
  name: 'startAgentSession',
  method: 'POST',
  path: '/home/api/agent-sessions/',
  summary: 'A guest access token for one field of a publicly shared document, for a person whom the agent confirmed',
  body: StartAgentSessionSchema,
  reply: v.object({
    /** The bare link's own field does not exist for anyone else until it is signed. */
    signature_field: SignatureFieldSchema,
    access_token: v.string(),
    /** Seconds. */
    expires_in: v.number(),
  }),
})
