import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/*
 * The machine's Postfix is the mail server of the people, too: their domain is not sent to another machine, and every mail
 * to it is a file of one Maildir.
 */
const FOLDER = '/var/mail/people'
const ARRIVED = join(FOLDER, 'all/new')
/** Milliseconds. */
const MAIL_TIMEOUT = 60_000
const POLL = 250

export const isMailServerInstalled = (): boolean => existsSync('/usr/sbin/postfix')

export const receivePeoplesMails = (): void => {
  execFileSync('install', ['-d', '-o', 'mail', '-g', 'mail', '-m', '700', FOLDER])
  const numberOf = (option: string): string => execFileSync('id', [option, 'mail'], { encoding: 'utf8' }).trim()
  const settings = {
    virtual_mailbox_domains: 'example.com',
    virtual_mailbox_base: FOLDER,
    virtual_mailbox_maps: 'static:all/',
    virtual_uid_maps: `static:${numberOf('-u')}`,
    virtual_gid_maps: `static:${numberOf('-g')}`,
    virtual_minimum_uid: '1',
  }
  execFileSync('postconf', ['-e', ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)])
  execFileSync('systemctl', ['reload', 'postfix'])
}

/** Undoes quoted-printable (RFC 2045, 6.7) as far as links need it. */
const decodeLinks = (mail: string): string => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=')

const mailsTo = (address: string): string[] =>
  existsSync(ARRIVED)
    ? readdirSync(ARRIVED)
        .map((name) => readFileSync(join(ARRIVED, name), 'utf8'))
        .filter((mail) => mail.includes(`\nDelivered-To: ${address}\n`))
        .map(decodeLinks)
    : []

/** @returns what `pattern` finds in a mail to the address */
export const findInMail = async (address: string, pattern: RegExp): Promise<string> => {
  for (const end = Date.now() + MAIL_TIMEOUT; Date.now() < end; await pause(POLL))
    for (const mail of mailsTo(address)) {
      const [found] = pattern.exec(mail) ?? []
      if (found !== undefined) return found
    }
  throw new Error(`no mail to ${address} has ${pattern}; the queue:\n${execFileSync('mailq', { encoding: 'utf8' })}`)
}
