import { runServer } from '../../src/app/run-server.ts'
import { faultBoundary } from './fault-boundary.ts'
import { obeyOrders } from './fault-orders.ts'

await runServer(process.env, faultBoundary(obeyOrders(process.env.DATA_DIR ?? '.')))
