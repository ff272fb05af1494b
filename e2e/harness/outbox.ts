import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { scaled } from 'shared/testing/limits'

/** A mail's file never changes. */
const parsed = new Map<string, Promise<Email>>()

const parse = (path: string): Promise<Email> => {
  const mail = parsed.get(path) ?? PostalMime.parse(readFileSync(path))
  parsed.set(path, mail)
  return mail
}

export const readOutbox = async (dataDir: string): Promise<Email[]> => {
  const folder = join(dataDir, 'outbox')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.map((name) => parse(join(folder, name))))
}

export const mailTo = async (dataDir: string, address: string, subject: RegExp): Promise<Email> => {
  let found: Email | undefined
  await expect
    .poll(
      async () => {
        found = (await readOutbox(dataDir)).find(
          (mail) => mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ''),
        )
        return found !== undefined
      },
      { message: `a mail to ${address} about ${subject}`, timeout: scaled(30_000) },
    )
    .toBe(true)
  if (!found) throw new Error('unreachable: the poll has passed')
  return found
}

export const linkIn = (mail: Email): string => {
  const link = mail.text?.match(/https?:\/\/\S+/)?.[0]
  if (!link) throw new Error(`the mail "${mail.subject}" holds no link`)
  return link
}
