/** Why a back-up cannot be made or used; the message is Spanish, for whoever runs it. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
