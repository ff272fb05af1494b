import type { SessionReply } from 'shared/contract'

export const sessionReply: SessionReply = {
  access_token: 'access',
  refresh_token: 'refresh',
  token_type: 'Bearer',
  expires_in: 900,
  scope: 'read write',
  user: {
    id: 7,
    username: 'ana',
    first_name: 'Ana',
    last_name: 'Mora',
    email: 'ana@correo.cr',
    phone: '+506 8888-8888',
    profile: { country: '', city: '', company: '' },
  },
}
