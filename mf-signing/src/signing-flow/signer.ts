import { EMAIL_INVALID_MESSAGE, EMAIL_PATTERN, StartAgentSessionSchema } from 'shared/contract'
import * as v from 'valibot'
import { type Identification, identificationProblem } from '../agent/identification.ts'

/** Only guests without an invitation give name, e-mail and code. */
export interface Signer {
  readonly identification: Identification
  readonly name: string
  readonly email: string
  /** Mailed; empty if not required. */
  readonly code: string
}

export const unknownSigner: Signer = {
  identification: { type: 'nacional', number: '' },
  name: '',
  email: '',
  code: '',
}

/** `stated`: name and optional e-mail. `confirmed`: e-mail with its code. */
export type ContactRule = 'none' | 'stated' | 'confirmed'

export interface SignerProblems {
  readonly number?: string
  readonly name?: string
  readonly email?: string
  readonly code?: string
}

const Name = StartAgentSessionSchema.entries.name

const emailProblem = (email: string, contact: ContactRule): string | undefined => {
  if (email === '') return contact === 'confirmed' ? 'Por favor, escribe tu email' : undefined
  return EMAIL_PATTERN.test(email) ? undefined : EMAIL_INVALID_MESSAGE
}

const defined = (problems: { readonly [K in keyof SignerProblems]: string | undefined }): SignerProblems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))

export const signerProblems = (
  { identification, name, email, code }: Signer,
  contact: ContactRule = 'none',
): SignerProblems => {
  const number = identificationProblem(identification)
  if (contact === 'none') return defined({ number })
  const parsed = v.safeParse(Name, name)
  return defined({
    number,
    name: parsed.success ? undefined : parsed.issues[0].message,
    email: emailProblem(email.trim(), contact),
    code: contact === 'confirmed' && code.trim() === '' ? 'Escribe el código que te enviamos' : undefined,
  })
}
