import type { AskRevocation } from 'pdf/cms/node'
import type { Authorities } from './authorities.ts'
import type { VerifyFile } from './verify-file.ts'

export interface VerificationServices {
  readonly authorities: Authorities
  readonly verifyFile: VerifyFile
  /** Only queries public addresses. */
  readonly askPublic: AskRevocation
}
