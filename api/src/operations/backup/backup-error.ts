/** The message is Spanish, for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** Another attempt may succeed. */
export class PassingError extends BackupError {}
