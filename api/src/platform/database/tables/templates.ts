export interface TemplateTable {
  id: number
  owner_id: number
  name: string
  /** The newest. */
  version: number
  created_at: number
  updated_at: number
}

export interface TemplateVersionTable {
  template_id: number
  version: number
  sha256: string
  /** Bytes. */
  size: number
  pages: number
  /** Already in the PDF. */
  foreign_signatures: number
  /** JSON (`shared/contract/templates`). */
  description: string
  created_at: number
}

/** A document that began with a template. */
export interface TemplateUseTable {
  document_id: number
  owner_id: number
  /** The template may be gone. */
  template_id: number
  template_name: string
  version: number
  request_key: string | null
  /** SHA-256 of the request, hexadecimal. */
  fingerprint: string
  /** For the invitations; null once sent. */
  message: string | null
}
