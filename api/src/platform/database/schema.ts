import type {
  AccessTokenTable,
  AccountAddressTable,
  AddressConfirmationTable,
  AttemptCountTable,
  AuthChallengeTable,
  ClientAccessTokenTable,
  EmailChangeTable,
  EmailConfirmationTable,
  EmbeddingOriginTable,
  FamiliarDeviceTable,
  IdentityProofTable,
  KeptReplyTable,
  PasskeyTable,
  ProgramTokenTable,
  RecoveryCodeTable,
  RefreshTokenTable,
  ResetCodeTable,
  ResetRequestTable,
  SecurityEventTable,
  SessionTable,
  TotpFactorTable,
  UserTable,
} from './tables/accounts.ts'
import type {
  AlternateTable,
  DocumentTable,
  FieldTable,
  FormDraftTable,
  FormFieldTable,
  ParticipantTable,
  RevisionTable,
  UploadKeyTable,
} from './tables/documents.ts'
import type {
  CompletionCertificateTable,
  LogAnchorTable,
  LogBatchTable,
  LogHeadTable,
  SealLogCheckpointTable,
  SealLogEntryTable,
  SealLogNodeTable,
  SealLogOpeningTable,
  SealLogStopTable,
  SealLogTreeTable,
} from './tables/evidence.ts'
import type { FvaRequestTable } from './tables/fva.ts'
import type { ContactTable, InvitationTable, LinkCodeTable, LinkSessionTable } from './tables/guests.ts'
import type { DataMoveTable, InstallationKeyTable, MovedBlobTable, MovedRowTable } from './tables/installation.ts'
import type { BlobFindingTable, BlobPrefixTable, BlobReplicaTable, BlobScrubTable } from './tables/integrity.ts'
import type { AuditEventTable, OutboxTable } from './tables/messages.ts'
import type {
  BlobRemovalTable,
  DocumentSkeletonTable,
  ErasedAnchorTable,
  ErasureTable,
  RemovalRequestTable,
} from './tables/personal-data.ts'
import type { QuestionMessageTable, QuestionThreadTable } from './tables/questions.ts'
import type {
  CardRequestTable,
  IssuedCertificateTable,
  SavedSignatureTable,
  SealJobTable,
  SealTable,
  SignatureTable,
} from './tables/signatures.ts'
import type { DocumentTagTable, TagTable, TemplateTagTable } from './tables/tags.ts'
import type {
  BulkJobTable,
  BulkRowTable,
  TemplateTable,
  TemplateUseTable,
  TemplateVersionTable,
} from './tables/templates.ts'
import type { WebhookDeliveryTable, WebhookEndpointTable } from './tables/webhooks.ts'

export type * from './tables/accounts.ts'
export type * from './tables/documents.ts'
export type * from './tables/evidence.ts'
export type * from './tables/fva.ts'
export type * from './tables/guests.ts'
export type * from './tables/installation.ts'
export type * from './tables/integrity.ts'
export type * from './tables/messages.ts'
export type * from './tables/personal-data.ts'
export type * from './tables/questions.ts'
export type * from './tables/signatures.ts'
export type * from './tables/tags.ts'
export type * from './tables/templates.ts'
export type * from './tables/webhooks.ts'

/**
 * Only types that SQLite and PostgreSQL share. Ids and
 * instants are `bigint`, at most 53 bits; instants are
 * UTC milliseconds since the epoch. There are no
 * booleans: an event is an instant or null.
 */
export interface DatabaseSchema {
  users: UserTable
  sessions: SessionTable
  access_tokens: AccessTokenTable
  refresh_tokens: RefreshTokenTable
  program_tokens: ProgramTokenTable
  client_access_tokens: ClientAccessTokenTable
  embedding_origins: EmbeddingOriginTable
  kept_replies: KeptReplyTable
  totp_factors: TotpFactorTable
  recovery_codes: RecoveryCodeTable
  passkeys: PasskeyTable
  auth_challenges: AuthChallengeTable
  familiar_devices: FamiliarDeviceTable
  identity_proofs: IdentityProofTable
  email_confirmations: EmailConfirmationTable
  email_changes: EmailChangeTable
  account_addresses: AccountAddressTable
  address_confirmations: AddressConfirmationTable
  security_events: SecurityEventTable
  reset_requests: ResetRequestTable
  reset_codes: ResetCodeTable
  documents: DocumentTable
  revisions: RevisionTable
  upload_keys: UploadKeyTable
  participants: ParticipantTable
  alternates: AlternateTable
  fields: FieldTable
  templates: TemplateTable
  template_versions: TemplateVersionTable
  template_uses: TemplateUseTable
  tags: TagTable
  document_tags: DocumentTagTable
  template_tags: TemplateTagTable
  bulk_jobs: BulkJobTable
  bulk_rows: BulkRowTable
  form_fields: FormFieldTable
  form_drafts: FormDraftTable
  signatures: SignatureTable
  card_requests: CardRequestTable
  fva_requests: FvaRequestTable
  issued_certificates: IssuedCertificateTable
  contacts: ContactTable
  invitations: InvitationTable
  agent_sessions: LinkSessionTable
  link_codes: LinkCodeTable
  question_threads: QuestionThreadTable
  question_messages: QuestionMessageTable
  saved_signatures: SavedSignatureTable
  seal_jobs: SealJobTable
  seals: SealTable
  outbox: OutboxTable
  audit_events: AuditEventTable
  completion_certificates: CompletionCertificateTable
  log_heads: LogHeadTable
  log_batches: LogBatchTable
  log_anchors: LogAnchorTable
  seal_log_trees: SealLogTreeTable
  seal_log_entries: SealLogEntryTable
  seal_log_openings: SealLogOpeningTable
  seal_log_nodes: SealLogNodeTable
  seal_log_checkpoints: SealLogCheckpointTable
  seal_log_stops: SealLogStopTable
  document_skeletons: DocumentSkeletonTable
  erased_anchors: ErasedAnchorTable
  erasures: ErasureTable
  blob_removals: BlobRemovalTable
  blob_findings: BlobFindingTable
  blob_scrubs: BlobScrubTable
  blob_prefixes: BlobPrefixTable
  blob_replicas: BlobReplicaTable
  removal_requests: RemovalRequestTable
  installation_keys: InstallationKeyTable
  attempt_counts: AttemptCountTable
  data_moves: DataMoveTable
  moved_rows: MovedRowTable
  moved_blobs: MovedBlobTable
  webhook_endpoints: WebhookEndpointTable
  webhook_deliveries: WebhookDeliveryTable
}
