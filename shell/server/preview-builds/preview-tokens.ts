import { tokenFile } from '../publishing/token-file.ts'

/**
 * They upload previews of their remote and open those, and nothing else. Versions of the site without previews read
 * `publishers.json` alone and know no token that begins like these.
 */
export const {
  list: listPreviewTokens,
  create: createPreviewToken,
  revoke: revokePreviewToken,
  noteUse: notePreviewTokenUse,
  find: findPreviewToken,
} = tokenFile('preview-tokens.json', 'trazo_preview_')
