/** Unique by user and key. */
export interface TagTable {
  id: number
  user_id: number
  name: string
  /** Folded name (`tagKey`). */
  name_key: string
}

export interface DocumentTagTable {
  document_id: number
  tag_id: number
  /** Of the document, where it never changes: an index lists the documents of a tag in order. */
  uploaded_at: number
}

export interface TemplateTagTable {
  template_id: number
  tag_id: number
}
