import { EmailSchema, IdentificationSchema, StartAgentSessionSchema } from 'shared/contract'
import * as v from 'valibot'
import type { SignerIdentification } from '../agent/identification.ts'

/** Only guests without an invitation give name, e-mail and code. */
export interface ConfirmedSigner {
  readonly identification: SignerIdentification
  readonly name: string
  readonly email: string
  /** Mailed; empty if not required. */
  readonly code: string
}

export const unknownSigner: ConfirmedSigner = {
  identification: { type: 'nacional', number: '' },
  name: '',
  email: '',
  code: '',
}

/** `stated`: name and optional e-mail. `confirmed`: e-mail with its code. */
export type ContactRule = 'none' | 'stated' | 'confirmed'

const { name, email: optionalEmail } = StartAgentSessionSchema.entries

const anything = v.string()

const confirmedEmail = v.pipe(v.string(), v.trim(), v.nonEmpty('Por favor, escribe tu email'), EmailSchema)
const code = v.pipe(v.string(), v.trim(), v.nonEmpty('Escribe el código que te enviamos'))

const signerSchema = (contact: ContactRule) => {
  const isConfirmed = contact === 'confirmed'
  return v.object({
    identification: IdentificationSchema,
    name: contact === 'none' ? anything : name,
    email: contact === 'none' ? anything : isConfirmed ? confirmedEmail : optionalEmail.wrapped,
    code: isConfirmed ? code : anything,
  })
}

/** First message of each wrong input, in the order of the inputs. */
export interface SignerProblems {
  readonly number?: string
  readonly name?: string
  readonly email?: string
  readonly code?: string
}

export const signerProblems = (signer: ConfirmedSigner, contact: ContactRule): SignerProblems => {
  const { issues } = v.safeParse(signerSchema(contact), signer)
  if (issues === undefined) return {}
  const { nested = {} } = v.flatten<ReturnType<typeof signerSchema>>(issues)
  return Object.fromEntries(
    Object.entries(nested).map(([path, messages]) => [path.replace('identification.', ''), messages?.[0]]),
  )
}
