import type { TimeStamps } from 'pdf/sign'
import type { AgentKind } from 'shared/contract'
import type { ResetCodes } from './accounts/reset-codes.ts'
import type { AdminLog } from './admin-log/admin-log.ts'
import type { Clock, Every } from './clock.ts'
import type { Db } from './database/open-database.ts'
import type { Environment } from './environment.ts'
import type { Fault } from './fault.ts'
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

/** Everything that use cases work with. Each names the few that it needs: `Pick<Services, 'db' | 'clock'>`. */
export interface Services {
  readonly db: Db
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly every: Every
  readonly inspectPdf: InspectPdf
  readonly inspectAnnotated: InspectAnnotated
  readonly rewritePdf: RewritePdf
  /** The platform's own authorities. */
  readonly pki: PlatformPki
  readonly signer: PdfSigner
  readonly timeStamps: TimeStamps
  /** Certificates whose end has to be seen coming. */
  readonly certificates: readonly WatchedCertificates[]
  /** What verifies files for everybody. */
  readonly verification: VerificationServices
  /** Where people sign with their own card; null otherwise. */
  readonly cardSigner: CardSigner | null
  readonly guestTokens: GuestTokens
  readonly invitationTokens: InvitationTokens
  readonly resetCodes: ResetCodes
  readonly factorSecrets: FactorSecrets
  readonly locks: DocumentLocks
  readonly live: LiveUpdates
  /** Counts attempts; the factor multiplies what is allowed. */
  readonly limiterOf: (factor: number) => RateLimiter
  /** Closes a document after its last signature; resolves when that was tried, or after a moment. */
  readonly sealSoon: (documentId: number) => Promise<void>
  /** Tells administrators what happened to the installation. */
  readonly adminLog: AdminLog
  /** Hears of failures: they may say that the database is away. */
  readonly observeFailure: (error: unknown) => void
  /** Where tests make the server fail or die. */
  readonly fault: Fault
  /** Tells the mail relay that there is something to send. */
  readonly nudgeMail: () => void
  /** Where people reach the site, without a trailing slash. */
  readonly publicUrl: string
  readonly oauthClient: Environment['oauthClient']
  /** How long an invitation can be used, in milliseconds. */
  readonly invitationLife: number
  /** How long deleted data stays before it is erased, in milliseconds. */
  readonly retention: number
  /** Whether mail really leaves: then an account proves its e-mail before it invites others. */
  readonly mailLeaves: boolean
  /** What confirms who signs. */
  readonly signingAgent: AgentKind
}
