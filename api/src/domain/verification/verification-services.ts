import type { AskRevocation } from 'pdf/cms/node'
import type { Authorities } from './authorities.ts'
import type { VerifyFile } from './verify-file.ts'

declare module '../../platform/services.ts' {
  interface Services {
    /** For public verification. */
    readonly verification: VerificationServices
  }
}

export interface VerificationServices {
  readonly authorities: Authorities
  readonly verifyFile: VerifyFile
  /** Only queries public addresses. */
  readonly askPublic: AskRevocation
}
