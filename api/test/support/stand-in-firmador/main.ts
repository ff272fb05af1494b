import { writeFileSync } from 'node:fs'
import { ana, createCard, luis } from './card.ts'
import { createHierarchy } from './hierarchy.ts'
import { createStandIn } from './program.ts'

/**
 * The stand-in as a program: `node main.ts <port> <file>` listens there, writes its authorities into the file and says
 * `ready`. It ends with the process that started it.
 */
const [, , port = '3516', file = ''] = process.argv
const YESTERDAY = new Date(Date.now() - 24 * 60 * 60 * 1000)
const hierarchy = await createHierarchy(YESTERDAY)
const { server } = createStandIn([await createCard(hierarchy, ana), await createCard(hierarchy, luis)])
writeFileSync(file, hierarchy.pem)
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
process.stdin.resume().once('end', () => process.exit(0))
