import type { AskRevocation } from 'pdf/cms/node'
import type { Authorities } from './authorities.ts'
import type { VerifyFile } from './verify-file.ts'

/** What verification needs of the server. */
export interface VerificationServices {
  readonly authorities: Authorities
  readonly verifyFile: VerifyFile
  /** Asks other people's authorities, at public addresses alone. */
  readonly askPublic: AskRevocation
}
