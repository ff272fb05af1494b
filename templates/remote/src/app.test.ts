import { RemoteAppSchema } from 'shared/contract'
import { parse } from 'valibot'
import app from './app.tsx'

test('the shell accepts the remote', () => expect(parse(RemoteAppSchema, app).name).toBe('mf_example'))
