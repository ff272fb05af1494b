import type { Generated } from 'kysely'

export interface UserTable {
  id: number
  username: string
  /** What uniqueness is judged by: normalised, lower case. */
  username_key: string
  /** What look-alike names have in common (UTS #39). */
  username_skeleton: Generated<string>
  first_name: string
  last_name: string
  email: string
  /** What addresses are compared by. Several accounts may share one: nobody has proven that it is theirs. */
  email_key: string
  phone: string
  country: string
  city: string
  company: string
  /** PHC string, argon2id. */
  password_hash: string
  created_at: number
  /** When somebody who reads mail at `email` proved it; null: nobody has. */
  email_verified_at: number | null
}

/** A session is the family of every token that descends from one login. */
export interface SessionTable {
  id: number
  user_id: number
  created_at: number
  ended_at: number | null
  end_reason: SessionEnd | null
  /** Where it was opened or last used from; null for sessions older than the column. */
  address: string | null
  user_agent: string | null
  last_used_at: Generated<number>
}

export type SessionEnd =
  | 'logout'
  | 'refresh-token-reused'
  | 'password-reset'
  | 'password-changed'
  | 'email-undone'
  | 'ended-elsewhere'
  | 'revoked'

/** A browser from which the right password of an account came. */
export interface FamiliarDeviceTable {
  token_hash: string
  user_id: number
  created_at: number
  expires_at: number
}

/** An authenticator app; it counts once `confirmed_at` is set. */
export interface TotpFactorTable {
  user_id: number
  /** Encrypted: nonce, ciphertext, tag; base64url. */
  secret: string
  created_at: number
  confirmed_at: number | null
  /** The newest step of time whose code was used. */
  last_step: number
}

/** One row for each code that has not been used. */
export interface RecoveryCodeTable {
  user_id: number
  /** HMAC-SHA256, hexadecimal. */
  code_hash: string
}

export interface PasskeyTable {
  id: number
  user_id: number
  credential_id: string
  /** COSE key, base64url. */
  public_key: string
  counter: number
  /** Separated by spaces. */
  transports: string
  name: string
  created_at: number
  last_used_at: number | null
}

/** A step that was begun: a second factor, or a ceremony with a passkey. */
export interface AuthChallengeTable {
  token_hash: string
  kind: 'login' | 'passkey-login' | 'passkey-add' | 'passkey-prove'
  user_id: number | null
  session_id: number | null
  /** What the passkey has to sign. */
  challenge: string | null
  attempts: number
  expires_at: number
}

/** The person of a session was asked again: opens, for minutes, the calls that change the account. */
export interface IdentityProofTable {
  token_hash: string
  session_id: number
  expires_at: number
}

/** A link to confirm an address: the account's own (`verify`), or the one that is to take its place (`change`). */
export interface EmailConfirmationTable {
  /** One of each kind per account: a newer one replaces it. */
  user_id: number
  kind: 'verify' | 'change'
  email: string
  token_hash: string
  created_at: number
  expires_at: number
}

/** A change of e-mail that the old address can undo. */
export interface EmailChangeTable {
  id: number
  user_id: number
  old_email: string
  /** Whether the old address was proven. */
  old_verified_at: number | null
  undo_hash: string
  changed_at: number
  undo_until: number
}

/** What happened to an account, for its person to read. */
export interface SecurityEventTable {
  id: number
  user_id: number
  happened_at: number
  kind: SecurityEventKind
  /** What the text names: an address, a passkey. Empty where nothing is named. */
  detail: string
  address: string | null
  user_agent: string | null
}

export type SecurityEventKind =
  | 'registered'
  | 'logged-in'
  | 'password-changed'
  | 'password-reset'
  | 'email-verified'
  | 'email-change-asked'
  | 'email-changed'
  | 'email-change-undone'
  | 'session-ended'
  | 'totp-added'
  | 'totp-removed'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-removed'
  | 'other-sessions-ended'

export interface AccessTokenTable {
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string
  session_id: number
  expires_at: number
}

export interface RefreshTokenTable {
  token_hash: string
  session_id: number
  expires_at: number
  used_at: number | null
}

/** Somebody asked for reset codes for an address, which may have no account at all. One row per address, the newest. */
export interface ResetRequestTable {
  id: number
  email_key: string
  created_at: number
  expires_at: number
  /** Wrong or right, counted once for all codes of the request. */
  attempts: number
  /** When the codes were made and mailed. */
  prepared_at: number | null
}

/** One code for one account; good while its request stands. */
export interface ResetCodeTable {
  request_id: number
  user_id: number
  /** HMAC-SHA256 over request and code, hexadecimal. */
  code_hash: string
}

/** How often something was tried, where several processes count together. */
export interface AttemptCountTable {
  /** What is limited, and whom. */
  key: string
  count: number
  paused_until: number
  /** When the count begins anew. */
  ends_at: number
}
