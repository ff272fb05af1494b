import { registerAccount } from '../../domain/accounts/login/register.ts'
import { storeDocument } from '../../domain/uploads/store-document.ts'
import { usernameKey } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { confidentialityAgreement, servicesContract } from './sample-contracts.ts'
import { type PdfContent, writePdf } from './write-pdf.ts'

export const DEMO_CREDENTIALS = { username: 'demo', password: 'demo-trazo' } as const

/** Hash prefix that matches no password. */
export const CLOSED_PREFIX = 'closed:'

/** Document ids are positive. */
const DEMO_LOCK = -1

const samples: readonly { filename: string; description: string; content: PdfContent }[] = [
  {
    filename: 'Acuerdo de confidencialidad.pdf',
    description: 'Muestra de una página para dos partes',
    content: confidentialityAgreement,
  },
  {
    filename: 'Contrato de servicios profesionales.pdf',
    description: 'Muestra de varias páginas, con lugar para dos firmas',
    content: servicesContract,
  },
]

export const findDemoUser = ({
  db,
}: Pick<ApiServices, 'db'>): Promise<{ id: number; password_hash: string } | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('username_key', '=', usernameKey(DEMO_CREDENTIALS.username))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

const addSamples = async (services: ApiServices, ownerId: number): Promise<void> => {
  for (const { filename, description, content } of samples) {
    const received = await services.blobs.receive(
      (async function* () {
        yield writePdf(content)
      })(),
      Number.MAX_SAFE_INTEGER,
    )
    if (received.kind !== 'complete') throw new Error('a sample is too large')
    const agreed = { clean: false, opened: false, password: '' }
    const parts = { file_type_id: 1, description, notes: '', ...agreed } as const
    const { signal } = new AbortController()
    await storeDocument(services, { ownerId, filename, parts, blob: received.blob, signal })
  }
}

/**
 * Needs an empty database. Completes an
 * interrupted start; deleted samples stay deleted.
 */
export const createDemoAccount = (services: ApiServices): Promise<void> =>
  services.locks.run(DEMO_LOCK, () => createAlone(services))

const createAlone = async (services: ApiServices): Promise<void> => {
  const { db } = services
  const anyone = await db.selectFrom('users').select('id').executeTakeFirst()
  if (anyone === undefined)
    await registerAccount(services, {
      ...DEMO_CREDENTIALS,
      password_confirmation: DEMO_CREDENTIALS.password,
      first_name: 'Demo',
      last_name: 'Trazo',
      email: 'demo@trazo.example',
      phone: '+506 2222-2222',
    })
  const user = await findDemoUser(services)
  if (user === undefined) return
  if (user.password_hash.startsWith(CLOSED_PREFIX)) {
    const password_hash = user.password_hash.slice(CLOSED_PREFIX.length)
    await db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
  }
  const documents = await db.selectFrom('documents').select('id').where('owner_id', '=', user.id).execute()
  if (documents.length === 0) await addSamples(services, user.id)
}
