import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from 'shared/server'
import { makePrivateFolder } from '../storage/private-files.ts'
import { createComposer, type MailSender } from './compose-mail.ts'
import type { MailTransport, StoredMail } from './transport.ts'

/** Depends on the mail alone, so a repeated write replaces the file. */
const mailFilename = (mail: StoredMail): string =>
  `${new Date(mail.created_at).toISOString().replace(/[:.]/g, '-')}-${mail.id}.eml`

export const folderTransport = async (directory: string, sender: MailSender): Promise<MailTransport> => {
  await makePrivateFolder(directory)
  const compose = createComposer(sender)
  return async (envelope) => {
    const { message } = await compose(envelope)
    const path = join(directory, mailFilename(envelope.mail))
    const unfinished = `${path}.unfinished`
    await rm(unfinished, { force: true })
    await writeDurably(path, unfinished, message, 0o600)
  }
}
