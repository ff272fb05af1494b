import type { Generated } from 'kysely'
import type { DocumentsView } from 'shared/contract'

export interface UserTable {
  id: number
  username: string
  /** Normalised, lower case. */
  username_key: string
  /** Groups look-alike names (UTS #39). */
  username_skeleton: Generated<string>
  first_name: string
  last_name: string
  email: string
  /** Normalised; not unique, because addresses may be unproven. */
  email_key: string
  phone: string
  country: string
  city: string
  company: string
  /** PHC string, argon2id. */
  password_hash: string
  created_at: number
  email_verified_at: number | null
  /** The row is erased after the retention period. */
  deleted_at: Generated<number | null>
  /** Null: not chosen yet. */
  documents_view: Generated<DocumentsView | null>
  /** Null: origins of developers' own computers are refused. */
  embedding_development_at: Generated<number | null>
}

/** All tokens that descend from one login. */
export interface SessionTable {
  id: number
  user_id: number
  created_at: number
  ended_at: number | null
  end_reason: SessionEnd | null
  /** Of the last use. */
  address: string | null
  user_agent: string | null
  last_used_at: Generated<number>
}

/** For the people who read the table; no code depends on it. */
export type SessionEnd =
  | 'logout'
  | 'refresh-token-reused'
  | 'password-reset'
  | 'password-changed'
  | 'email-undone'
  | 'account-deleted'
  | 'ended-elsewhere'
  | 'revoked'

/** A browser that sent the account's correct password. */
export interface FamiliarDeviceTable {
  token_hash: string
  user_id: number
  created_at: number
  expires_at: number
}

export interface TotpFactorTable {
  user_id: number
  /** Encrypted: nonce, ciphertext, tag; base64url. */
  secret: string
  created_at: number
  confirmed_at: number | null
  /** Newest time step used. */
  last_step: number
}

export interface RecoveryCodeTable {
  user_id: number
  /** HMAC-SHA256, hexadecimal. */
  code_hash: string
}

/** A WebAuthn credential. */
export interface PasskeyTable {
  id: number
  user_id: number
  credential_id: string
  /** COSE key, base64url. */
  public_key: string
  /** Signature counter of the last use; a smaller one later is refused. */
  counter: number
  /** Separated by spaces. */
  transports: string
  name: string
  created_at: number
  last_used_at: number | null
}

/** A step of a login or of a proof, between two requests. Deleted when it is used. */
export interface AuthChallengeTable {
  token_hash: string
  kind: 'login' | 'passkey-login' | 'passkey-add' | 'passkey-prove'
  user_id: number | null
  session_id: number | null
  /** Of WebAuthn, base64url; null if only a code is possible. */
  challenge: string | null
  attempts: number
  expires_at: number
}

/** The person of this session has just given a password or a passkey. */
export interface IdentityProofTable {
  token_hash: string
  session_id: number
  expires_at: number
}

/** `verify`: the account's address; `change`: its new one. */
export interface EmailConfirmationTable {
  /** One per account and kind. */
  user_id: number
  kind: 'verify' | 'change'
  email: string
  token_hash: string
  created_at: number
  expires_at: number
}

/** A change of email that the old address can undo. */
export interface EmailChangeTable {
  id: number
  user_id: number
  old_email: string
  /** Null: it was unproven. */
  old_verified_at: number | null
  undo_hash: string
  changed_at: number
  undo_until: number
}

/** An address that an account proved besides its main one. */
export interface AccountAddressTable {
  id: number
  /** The primary key: no second account has it. */
  address_key: string
  user_id: number
  email: string
  confirmed_at: number
}

/** An address that a mailed link still has to prove. */
export interface AddressConfirmationTable {
  id: number
  user_id: number
  address_key: string
  email: string
  token_hash: string
  created_at: number
  /** The row counts for nothing afterwards, and is deleted. */
  expires_at: number
}

/** Shown to the person for a year. */
export interface SecurityEventTable {
  id: number
  user_id: number
  happened_at: number
  kind: SecurityEventKind
  detail: string
  address: string | null
  user_agent: string | null
}

/** Stored: a kind may be added, never renamed. */
export type SecurityEventKind =
  | 'registered'
  | 'logged-in'
  | 'password-changed'
  | 'password-reset'
  | 'email-verified'
  | 'email-change-asked'
  | 'email-changed'
  | 'email-change-undone'
  | 'address-added'
  | 'address-removed'
  | 'session-ended'
  | 'totp-added'
  | 'totp-removed'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-removed'
  | 'other-sessions-ended'
  | 'program-token-added'
  | 'program-token-removed'
  | 'program-client-added'
  | 'program-client-rotated'
  | 'program-client-removed'
  | 'embedding-origin-added'
  | 'embedding-origin-removed'
  | 'embedding-development-on'
  | 'embedding-development-off'
  | 'account-exported'
  | 'account-deleted'

/** Only the hash, so a copy of the database opens no session. */
export interface AccessTokenTable {
  /** SHA-256, hexadecimal. */
  token_hash: string
  session_id: number
  expires_at: number
}

/** Used rows stay, so that a token that comes again is recognised as stolen. */
export interface RefreshTokenTable {
  token_hash: string
  session_id: number
  expires_at: number
  used_at: number | null
}

/** Access of a program to one account. Rows are deleted when revoked. */
export interface ProgramTokenTable {
  id: number
  user_id: number
  /** `client`: hash of its secret. */
  kind: 'token' | 'client'
  name: string
  /** SHA-256, hexadecimal. */
  token_hash: string
  /** Last characters of the secret, for the owner. */
  hint: string
  /** Separated by spaces. */
  scopes: string
  created_at: number
  expires_at: number
  last_used_at: number | null
}

/** Of a program's client; lasts an hour. */
export interface ClientAccessTokenTable {
  token_hash: string
  client_id: number
  scopes: string
  expires_at: number
}

export interface EmbeddingOriginTable {
  id: number
  user_id: number
  origin: string
  created_at: number
}

/** Of calls with an `Idempotency-Key`. */
export interface KeptReplyTable {
  user_id: number
  request_key: string
  /** SHA-256, hexadecimal. */
  fingerprint: string
  /** Null while the call runs. */
  status: number | null
  /** JSON. */
  body: string | null
  expires_at: number
}

/** The newest request per address, even without an account. */
export interface ResetRequestTable {
  id: number
  email_key: string
  created_at: number
  expires_at: number
  attempts: number
  prepared_at: number | null
}

export interface ResetCodeTable {
  request_id: number
  user_id: number
  /** HMAC-SHA256 over request and code, hexadecimal. */
  code_hash: string
}

/** Of rate limits and back-offs, shared by all processes. */
export interface AttemptCountTable {
  key: string
  count: number
  paused_until: number
  ends_at: number
}
