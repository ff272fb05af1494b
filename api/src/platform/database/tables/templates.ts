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
