import { runServer } from '../../src/app/run-server.ts'
import { faultBoundary } from './fault-boundary.ts'
import { obeyOrders } from './fault-orders.ts'

/** Milliseconds; ten seconds in the product. */
const freeDeadInterval = 500

/** Milliseconds that the server's clock is ahead. */
const ahead = Number(process.env.TRAZO_TEST_CLOCK_AHEAD_MS ?? 0)

const boundary = faultBoundary(obeyOrders(process.env.DATA_DIR ?? '.'))
await runServer(process.env, { ...boundary, freeDeadInterval, clock: () => Date.now() + ahead })
