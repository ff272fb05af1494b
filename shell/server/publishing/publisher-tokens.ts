import { type TokenHolder, tokenFile } from './token-file.ts'

export type KnownPublisher = TokenHolder

/** They publish their remote, go back, and open and upload its previews. */
export const {
  list: listPublishers,
  create: createPublisher,
  revoke: revokePublisher,
  noteUse: notePublisherUse,
  find: findPublisher,
} = tokenFile('publishers.json', 'trazo_')
