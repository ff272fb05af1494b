import type { SessionReply, User, UserFile } from '../contract/index.ts'

export const sampleUser: User = {
  id: 7,
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Mora',
  email: 'ana@correo.cr',
  phone: '+506 8888-8888',
  profile: { country: '', city: '', company: '' },
}

export const sampleSession: SessionReply = {
  access_token: 'access',
  refresh_token: 'refresh',
  token_type: 'Bearer',
  expires_in: 900,
  scope: 'read write',
  user: sampleUser,
}

export const sampleFile = (changes: Partial<UserFile> = {}): UserFile => ({
  id: 11,
  original_filename: 'contrato.pdf',
  description: '',
  notes: '',
  file_type_id: 1,
  file_size_mb: 1.25,
  uploaded_at: '2026-01-31T18:00:00.000Z',
  status: 'UPLOADED',
  is_signed: false,
  download_url: `/home/api/files/${changes.id ?? 11}/public_download`,
  is_shared: false,
  pages: 4,
  fields_total: 0,
  fields_signed: 0,
  signers: [],
  revision: 1,
  sha256: 'a'.repeat(64),
  foreign_signatures: 0,
  sealing: null,
  rewritten: null,
  cancelled: null,
  ...changes,
})
