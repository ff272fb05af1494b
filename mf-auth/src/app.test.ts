/** @jest-environment jsdom */
import { mounts, RemoteAppSchema } from 'shared/contract'
import * as v from 'valibot'
import app from './app.tsx'

test('the remote satisfies the contract of the shell and has one route for each of its mounts', () => {
  expect(v.is(RemoteAppSchema, app)).toBe(true)
  const own = mounts.filter(({ remote }) => remote === app.name).map(({ path }) => path)
  expect(app.routes.map(({ path }) => path)).toEqual(own)
})
