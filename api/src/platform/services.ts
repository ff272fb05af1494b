import type { TimeStamps } from 'pdf/sign'
import type { AgentKind } from 'shared/contract'
import type { ResetCodes } from '../domain/accounts/login/reset-codes.ts'
import type { FactorSecrets } from '../domain/accounts/second-factors/factor-secrets.ts'
import type { CardSigner } from '../domain/card-signing/card-signer.ts'
import type { GuestTokens } from '../domain/invitations/guest-token.ts'
import type { InvitationTokens } from '../domain/invitations/invitation-token.ts'
import type { PlatformPki } from '../domain/pki/platform-pki.ts'
import type { InspectAnnotated, InspectPdf } from '../domain/screening/inspection.ts'
import type { RewritePdf } from '../domain/screening/rewrite-pdf.ts'
import type { PdfSigner } from '../domain/signing/pdf-signer.ts'
import type { VerificationServices } from '../domain/verification/verification-services.ts'
import type { Clock, Every } from './clock.ts'
import type { Db } from './database/open-database.ts'
import type { Environment } from './environment/environment.ts'
import type { LiveUpdates } from './events/live-updates.ts'
import type { Fault } from './fault.ts'
import type { RateLimiter } from './http/rate-limiter.ts'
import type { DocumentLocks } from './locks/document-lock.ts'
import type { AdminLog } from './monitoring/admin-log.ts'
import type { WatchedCertificates } from './monitoring/watched-certificates.ts'
import type { BlobStore } from './storage/blob-store.ts'

/** Each use case picks its dependencies. */
export interface Services {
  readonly db: Db
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly every: Every
  readonly inspectPdf: InspectPdf
  readonly inspectAnnotated: InspectAnnotated
  readonly rewritePdf: RewritePdf
  readonly pki: PlatformPki
  readonly signer: PdfSigner
  readonly timeStamps: TimeStamps
  /** Certificates monitored for expiry. */
  readonly certificates: readonly WatchedCertificates[]
  /** For public verification. */
  readonly verification: VerificationServices
  /** null without card signing. */
  readonly cardSigner: CardSigner | null
  readonly guestTokens: GuestTokens
  readonly invitationTokens: InvitationTokens
  readonly resetCodes: ResetCodes
  readonly factorSecrets: FactorSecrets
  readonly locks: DocumentLocks
  readonly live: LiveUpdates
  /** `factor` multiplies the limits. */
  readonly limiterOf: (factor: number) => RateLimiter
  /** Resolves after an attempt or a short wait. */
  readonly sealSoon: (documentId: number) => Promise<void>
  readonly adminLog: AdminLog
  /** Detects database outages. */
  readonly observeFailure: (error: unknown) => void
  /** For tests. */
  readonly fault: Fault
  /** Wakes the mail relay. */
  readonly nudgeMail: () => void
  /** No trailing slash. */
  readonly publicUrl: string
  readonly oauthClient: Environment['oauthClient']
  /** Milliseconds. */
  readonly invitationLife: number
  /** Milliseconds before deleted data is erased. */
  readonly retention: number
  /** If true, inviting requires a verified e-mail. */
  readonly mailLeaves: boolean
  readonly signingAgent: AgentKind
}
