import { mounts, RemoteAppSchema } from 'shared/contract'
import * as v from 'valibot'
import app from './app.tsx'

test('the shell accepts the module', () => {
  expect(v.safeParse(RemoteAppSchema, app).issues).toBeUndefined()
})

test('every address that the shell mounts for this remote has its page', () => {
  const mounted = mounts.filter(({ remote }) => remote === 'mf_signing').map(({ path }) => path)
  expect(app.routes.map(({ path }) => path).sort()).toEqual([...mounted].sort())
})
