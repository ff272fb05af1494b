import { EMAIL_PATTERN } from 'shared/contract'
import { type Identification, identificationProblem } from '../agent/identification.ts'

/** Who signs, as the person says it. Name and e-mail are only asked for where nobody was invited; both may be empty. */
export interface Signer {
  readonly identification: Identification
  readonly name: string
  readonly email: string
}

export const unknownSigner: Signer = { identification: { type: 'nacional', number: '' }, name: '', email: '' }

/** What there is to object to, input by input. */
export interface SignerProblems {
  readonly number?: string
  readonly email?: string
}

export const signerProblems = ({ identification, email }: Signer): SignerProblems => {
  const number = identificationProblem(identification)
  const typed = email.trim()
  return {
    ...(number === undefined ? {} : { number }),
    ...(typed === '' || EMAIL_PATTERN.test(typed) ? {} : { email: 'El email no es válido' }),
  }
}
