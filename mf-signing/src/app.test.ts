import { mounts, RemoteAppSchema } from 'shared/contract'
import * as v from 'valibot'
import app from './app.tsx'

test('the module passes the validation of the shell', () => {
  expect(v.safeParse(RemoteAppSchema, app).issues).toBeUndefined()
})

test('the module has a page for every address that the shell mounts for this remote', () => {
  const mounted = mounts.filter(({ remote }) => remote === 'mf_signing').map(({ path }) => path)
  expect(app.routes.map(({ path }) => path).sort()).toEqual([...mounted].sort())
})
