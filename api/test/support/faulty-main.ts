import { runServer } from '../../src/app/run-server.ts'
import type { BlameDeath } from '../../src/platform/database/deaths.ts'
import { faultBoundary } from './fault-boundary.ts'
import { obeyOrders } from './fault-orders.ts'

/** Milliseconds; ten seconds in the product. */
const freeDeadInterval = 500

/** Milliseconds that the server's clock is ahead. */
const ahead = Number(process.env.TRAZO_TEST_CLOCK_AHEAD_MS ?? 0)

/** Kills come from outside: no job is to blame. */
const pardon: BlameDeath = (inHand) => inHand.map((job) => ({ job, deaths: 0, blamed: 0 }))
const blame = process.env.TRAZO_TEST_BLAMES_NOTHING === '1' ? { blame: pardon } : {}

const boundary = faultBoundary(obeyOrders(process.env.DATA_DIR ?? '.'))
await runServer(process.env, { ...boundary, ...blame, freeDeadInterval, clock: () => Date.now() + ahead })
