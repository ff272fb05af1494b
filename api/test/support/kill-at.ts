import { subscribe } from 'node:diagnostics_channel'
import * as v from 'valibot'

/*
 * Loaded before a command (`node --import`). TRAZO_TEST_KILL_AT ends it by SIGKILL: before a request to the object
 * storage (`PUT 2`: the second upload), or when it has started a program (`spawn 1`), which then lives on.
 */

const [what = '', nth = '1'] = (process.env.TRAZO_TEST_KILL_AT ?? '').split(' ')
let reached = 0
const reach = (): void => {
  reached += 1
  if (reached === Number(nth)) process.kill(process.pid, 'SIGKILL')
}

const Started = v.object({ request: v.object({ method: v.string() }) })

if (what === 'spawn') subscribe('child_process', reach)
else if (what !== '')
  subscribe('http.client.request.start', (message) => {
    if (v.parse(Started, message).request.method === what) reach()
  })
