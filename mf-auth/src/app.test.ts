import { mounts, RemoteAppSchema } from 'shared/contract'
import * as v from 'valibot'
import app from './app.tsx'

test('the shell accepts the remote, and every page stands at one of its own mounts', () => {
  expect(v.is(RemoteAppSchema, app)).toBe(true)
  const own = mounts.filter(({ remote }) => remote === app.name).map(({ path }) => path)
  expect(own).toEqual(expect.arrayContaining(app.routes.map(({ path }) => path)))
})
