import type { Generated } from 'kysely'
import type { DeathColumns } from './death-columns.ts'
/** `version` is the newest. Older ones stay for documents that name them. */
export interface TemplateTable {
  id: number
  owner_id: number
  name: string
  version: number
  created_at: number
  updated_at: number
  /** Equal for the templates that are used as one sending; null for a template alone. */
  set_id: Generated<number | null>
  /** From 1. */
  set_position: Generated<number | null>
  /** Of a set, which shares its `name`; null for a template alone. */
  document_name: Generated<string | null>
}

/** Never changed: a save adds a row. */
export interface TemplateVersionTable {
  template_id: number
  version: number
  sha256: string
  size: number
  pages: number
  foreign_signatures: number
  /** JSON of `TemplateDescriptionSchema`: roles, fields, form fields, order, mode and message. */
  description: string
  created_at: number
}

/** The template that a document was made from. Working copies have a row, too. */
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

/** One file of people for one template. `pending` is running. */
export interface BulkJobTable extends DeathColumns {
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
  /** That a row makes. */
  row_documents: Generated<number>
  created_at: number
  /** End of the last row: jobs take turns by it, and resting jobs are erased by it. */
  worked_at: number
  finished_at: number | null
  /** In a row at the same row; 0 after each success. */
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
  /** Names, addresses and values of form fields; null unless pending. */
  request: string | null
  document_id: number | null
  error: string | null
}
