import { runServer } from '../../src/app/run-server.ts'
import { faultBoundary } from './fault-boundary.ts'
import { obeyOrders } from './fault-orders.ts'

/** Milliseconds; ten seconds in the product. */
const freeDeadInterval = 500

const boundary = faultBoundary(obeyOrders(process.env.DATA_DIR ?? '.'))
await runServer(process.env, { ...boundary, freeDeadInterval })
