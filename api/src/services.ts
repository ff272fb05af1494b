import type { TimeStamps } from 'pdf/sign'
import type { AgentKind } from 'shared/contract'
import type { ResetCodes } from './accounts/reset-codes.ts'
import type { AdminLog } from './admin-log/admin-log.ts'
import type { Clock, Every } from './clock.ts'
import type { Db } from './database/open-database.ts'
import type { Environment } from './environment.ts'
import type { InspectAnnotated, InspectPdf } from './files/inspection.ts'
import type { RateLimiter } from './http/rate-limiter.ts'
import type { GuestTokens } from './invitations/guest-token.ts'
import type { InvitationTokens } from './invitations/invitation-token.ts'
import type { LiveUpdates } from './live/live-updates.ts'
import type { RewritePdf } from './rewrite/rewrite-pdf.ts'
import type { FactorSecrets } from './second-factors/factor-secrets.ts'
import type { CardSigner } from './signing/card/card-signer.ts'
import type { DocumentLocks } from './signing/document-lock.ts'
import type { PdfSigner } from './signing/pdf-signer.ts'
import type { PlatformPki } from './signing/pki/platform-pki.ts'
import type { WatchedCertificates } from './signing/watched-certificates.ts'
import type { BlobStore } from './storage/blob-store.ts'
import type { VerificationServices } from './verification/verification-services.ts'

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
