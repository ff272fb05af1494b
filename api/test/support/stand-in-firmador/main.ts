import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { ana, createCard, luis } from './card.ts'
import { createHierarchy } from './hierarchy.ts'
import { createStandIn, PersonSchema } from './program.ts'

/**
 * `node main.ts <file> <port>`: writes the authorities to the file
 * and runs one JSON command per line. Responds `done` to each.
 */
const Order = v.object({
  open: v.optional(v.boolean()),
  person: v.optional(v.partial(PersonSchema)),
})

const [, , authorities = '', port = ''] = process.argv
const YESTERDAY = new Date(Date.now() - 24 * 60 * 60 * 1000)

const hierarchy = await createHierarchy(YESTERDAY)
const { server, setPerson } = createStandIn([await createCard(hierarchy, ana), await createCard(hierarchy, luis)])
writeFileSync(authorities, hierarchy.pem)

const open = async (): Promise<void> => {
  if (!server.listening) await once(server.listen(Number(port), '127.0.0.1'), 'listening')
}
const close = async (): Promise<void> => {
  server.closeAllConnections()
  if (server.listening) await once(server.close(), 'close')
}

process.stdout.write('done\n')
for await (const line of createInterface({ input: process.stdin })) {
  const order = v.parse(Order, JSON.parse(line))
  if (order.person !== undefined) setPerson(order.person)
  if (order.open !== undefined) await (order.open ? open() : close())
  process.stdout.write('done\n')
}
await close()
