import * as v from 'valibot'
import { SignatureFieldSchema } from '../documents/fields.ts'
import { callOf } from '../values/call-of.ts'
import { OptionalEmailSchema } from '../values/email.ts'
import { IdSchema } from '../values/ids.ts'
import { MAX_LENGTHS } from '../values/limits.ts'
import { visibleName } from '../values/visible-name.ts'

/** `simulated` checks nothing; `firmador` uses the national card; `fva` asks BCCR's server. */
export const agentKinds = ['simulated', 'firmador', 'fva'] as const
export type AgentKind = (typeof agentKinds)[number]
export const AgentKindSchema = v.picklist(agentKinds)

/** `own-program`: the signer uploaded a copy signed elsewhere. */
export const SigningWaySchema = v.picklist([...agentKinds, 'fva-simulator', 'own-program'])
export type SigningWay = v.InferOutput<typeof SigningWaySchema>

/** `extranjero`: a DIMEX or DIDI number. */
const identificationTypes = ['nacional', 'extranjero'] as const

const identificationTexts = {
  missing: 'Por favor, ingrese su número de identificación',
  national: 'La cédula tiene la forma 0#-####-####, por ejemplo 01-0234-0567.',
  foreign: 'El número tiene 12 dígitos: DIMEX empieza con 1 y DIDI con 5.',
} as const

/** Cédula, as BCCR writes it. */
const NATIONAL = /^0[1-9]-\d{4}-\d{4}$/
/** DIMEX begins with 1, DIDI with 5. */
const FOREIGN = /^[15]\d{11}$/

/**
 * Checks the form only, not whose number it is.
 *
 * @returns a sentence in Spanish, undefined for a valid number
 */
export const identificationProblem = ({
  type,
  number,
}: {
  readonly type: (typeof identificationTypes)[number]
  readonly number: string
}): string | undefined => {
  const text = number.trim()
  if (text === '') return identificationTexts.missing
  if (type === 'nacional') return NATIONAL.test(text) ? undefined : identificationTexts.national
  return FOREIGN.test(text) ? undefined : identificationTexts.foreign
}

/** Stated by the signer. A card can prove it. */
export const IdentificationSchema = v.pipe(
  v.object({ type: v.picklist(identificationTypes), number: v.pipe(v.string(), v.trim()) }),
  v.forward(
    v.check(
      (identification) => identificationProblem(identification) === undefined,
      ({ input }) => identificationProblem(input) ?? identificationTexts.missing,
    ),
    ['number'],
  ),
)

export type Identification = v.InferOutput<typeof IdentificationSchema>

export const signingAgentCall = callOf('signingAgent', 'GET', '/home/api/signing-agent/', {
  reply: v.object({
    kind: AgentKindSchema,
    /** Its signatures have no legal value. */
    simulator: v.optional(v.boolean()),
  }),
})

/**
 * For guests without an invitation. Without `field_id`, the server creates
 * a field. Name and e-mail are not proven.
 */
export const StartAgentSessionSchema = v.object({
  user_file_id: IdSchema,
  field_id: v.nullable(IdSchema),
  identification: IdentificationSchema,
  name: visibleName('Por favor, escribe tu nombre', MAX_LENGTHS.signerName),
  email: OptionalEmailSchema,
  /** Code mailed to `email`, if the owner requires one. */
  email_code: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(20))),
})

/** The token lasts 15 minutes and signs one field. */
export const startAgentSessionCall = callOf('startAgentSession', 'POST', '/home/api/agent-sessions/', {
  body: StartAgentSessionSchema,
  reply: v.object({
    signature_field: SignatureFieldSchema,
    access_token: v.string(),
    /** Seconds. */
    expires_in: v.number(),
  }),
})
