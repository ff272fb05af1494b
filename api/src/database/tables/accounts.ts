export interface UserTable {
  id: number
  username: string
  /** What uniqueness is judged by: normalised, lower case. */
  username_key: string
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
}

/** A session is the family of every token that descends from one login. */
export interface SessionTable {
  id: number
  user_id: number
  created_at: number
  ended_at: number | null
  end_reason: 'logout' | 'refresh-token-reused' | 'password-reset' | 'revoked' | null
}

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
