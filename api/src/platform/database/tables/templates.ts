export interface TemplateTable {
  id: number
  owner_id: number
  name: string
  version: number
  created_at: number
  updated_at: number
}

export interface TemplateVersionTable {
  template_id: number
  version: number
  sha256: string
  size: number
  pages: number
  foreign_signatures: number
  description: string
  created_at: number
}

export interface TemplateUseTable {
  document_id: number
  owner_id: number
  /** The template may be gone. */
  template_id: number
  template_name: string
  version: number
  request_key: string | null
  fingerprint: string
  /** For the invitations; null once sent. */
  message: string | null
}

export interface BulkJobTable {
  id: number
  owner_id: number
  /** The template may be gone. */
  template_id: number
  template_name: string
  version: number
  /** Null is a session. */
  program_id: number | null
  separator: string
  request_key: string | null
  fingerprint: string
  state: 'pending' | 'paused' | 'stopped' | 'cancelled' | 'done'
  reason: string | null
  total: number
  created_at: number
  worked_at: number
  finished_at: number | null
  attempts: number
  next_attempt_at: number
  claimed_until: number | null
  claimed_by: number | null
}

export interface BulkRowTable {
  job_id: number
  /** As in the spreadsheet. */
  row_number: number
  state: 'pending' | 'sent' | 'failed' | 'left-out' | 'cancelled'
  /** Names and addresses; null unless pending. */
  request: string | null
  document_id: number | null
  error: string | null
}
