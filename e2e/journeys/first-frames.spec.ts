import { href, mounts } from 'shared/contract'
import { scaled } from 'shared/testing/limits'
import { type OwnerApi, ownerApi } from '../harness/api.ts'
import { firstFramesOf } from '../harness/first-frames.ts'
import { makePdf } from '../harness/make-pdf.ts'
import { ownerNamed, sessionOf } from '../harness/people.ts'
import { signByLink } from '../harness/sign-by-api.ts'
import { saveTemplate } from '../harness/templates.ts'
import { expect, type Trazo, test } from '../harness/trazo.ts'

type Path = (typeof mounts)[number]['path'] | '/' | '*'

/** Refused at once: it names no document. */
const INCOMPLETE = '/document'

/** `*` is an unknown address. The colour palette shows specimens of errors, and no data. */
const addressesOf = async (trazo: Trazo, api: OwnerApi): Promise<Readonly<Record<Path, readonly string[]>>> => {
  const guest = { name: 'Ana Mora', email: 'ana@cuadros.example' }
  const second = { name: 'Luis Araya', email: 'luis@cuadros.example' }
  const pdf = (text: string) => makePdf([{ text }])
  const signed = await api.upload('Firmado.pdf', pdf('firmado'))
  await signByLink(trazo, await api.invite(signed, await api.addField(signed, guest), guest))
  const invited = await api.upload('Contrato.pdf', pdf('contrato'))
  const field = await api.addField(invited, second)
  const link = await api.invite(invited, field, second)
  const shared = await api.upload('Compartido.pdf', pdf('compartido'))
  const publicField = await api.addField(shared, guest)
  await api.share(shared)
  await saveTemplate(trazo, api.token, invited.id)
  const { pathname, search } = new URL(link)
  return {
    '/': [href.home()],
    '*': ['/no-existe'],
    '/login': [href.login()],
    '/register': [href.register()],
    '/forgot-password': [href.forgotPassword()],
    '/reset-password': [href.resetPassword(guest.email)],
    '/email/:step': ['/email/confirm#token', '/email/undo#token'],
    '/privacidad': [href.privacy()],
    '/verify': [href.verify()],
    '/document': [INCOMPLETE],
    '/sign/:documentId/:documentName': [`${pathname}${search}`, href.sign(shared.id, shared.original_filename)],
    '/sign/field/:documentId/:documentName/:fieldId': [
      href.signField(shared.id, shared.original_filename, publicField),
    ],
    '/profile': ['data', 'security', 'programs', 'contacts'].map((tab) => `${href.profile()}?tab=${tab}`),
    '/dashboard': [
      ...['documentos', 'subir', 'firmados', 'urls', 'plantillas'].map((tab) => href.dashboard(tab)),
      `${href.dashboard()}?documento=${invited.id}`,
      `${href.dashboard()}?documento=${signed.id}`,
    ],
  }
}

const needsSession = (path: string): boolean =>
  mounts.some((mount) => mount.path === path && mount.access.kind === 'session')

test('no page shows an error or an empty state before its answers, or one that an answer withdraws', async ({
  browser,
  page,
  trazo,
}) => {
  test.setTimeout(scaled(300_000))
  const owner = ownerNamed('cuadros')
  const addresses = await addressesOf(trazo, await ownerApi(trazo, owner))
  const owners = await browser.newContext()
  await owners.setStorageState(await sessionOf(page.request, owner))
  const visitors = await browser.newContext()
  for (const [path, all] of Object.entries(addresses))
    for (const address of all.filter((each) => each !== INCOMPLETE))
      await test.step(address, async () => {
        const isOwners = needsSession(path)
        const { answered, ...frames } = await firstFramesOf(isOwners ? owners : visitors, `${trazo.url}${address}`)
        expect.soft(frames, address).toEqual({ beforeAnswers: [], withdrawn: [] })
        if (isOwners) expect.soft(answered, address).toBeGreaterThan(0)
      })
})

test.describe('the watch finds what is shown too early', () => {
  test('an alert, an empty state, and a text that only begins like one', async ({ browser, trazo }) => {
    const visitors = await browser.newContext()
    const refused = await firstFramesOf(visitors, `${trazo.url}${INCOMPLETE}`)
    expect(refused.beforeAnswers).toEqual([expect.stringContaining('URL de Documento Inválida')])
    const specimens = await firstFramesOf(visitors, `${trazo.url}${href.palette()}`)
    expect(specimens.beforeAnswers).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Aún no tienes documentosSube un PDF/),
        'Aún no tienes documentos',
      ]),
    )
  })

  test('a text that is gone when the answers have come', async ({ browser, trazo }) => {
    const visitors = await browser.newContext()
    await visitors.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const text = document.createElement('p')
        text.textContent = 'Todavía no hay nada'
        document.body.append(text)
        requestAnimationFrame(() => text.remove())
      })
    })
    const frames = await firstFramesOf(visitors, `${trazo.url}${href.login()}`)
    expect(frames).toMatchObject({ beforeAnswers: ['Todavía no hay nada'], withdrawn: ['Todavía no hay nada'] })
  })
})
