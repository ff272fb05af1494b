import { resolve } from 'node:path'
import { parseApiEnvironment } from './environment.ts'

const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'trazo',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
}

test('the environment reads a PostgreSQL database, an S3 storage and the keys folder', () => {
  const url = 'postgres://trazo:clave@db.example/trazo'
  const place = { endpoint: 'https://s3.example', bucket: 'trazo', region: 'us-east-1', accessKeyId: 'a' }
  expect(parseApiEnvironment({ DATABASE_URL: url, ...s3, KEYS_DIR: '/keys' })).toMatchObject({
    databaseUrl: url,
    keysDir: '/keys',
    s3: { ...place, secretAccessKey: 'b', prefix: '' },
  })
  for (const prefix of ['firmas', 'firmas/'])
    expect(parseApiEnvironment({ ...s3, S3_PREFIX: prefix }).s3?.prefix).toBe('firmas/')
  expect(parseApiEnvironment({ DATA_DIR: 'datos' }).keysDir).toBe(resolve('datos/keys'))
})

test.each([
  [{ ...s3, S3_REGION: '' }, 'las variables S3_* van juntas; falta S3_REGION.'],
  [{ S3_BUCKET: 'trazo' }, 'falta S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY.'],
  [{ S3_PREFIX: 'firmas' }, 'S3_PREFIX necesita S3_ENDPOINT.'],
  [{ ...s3, S3_ENDPOINT: 'ftp://x' }, 'S3_ENDPOINT debe ser una dirección http:// o https://.'],
  [{ DATA_DIR: '/datos', REPLICA_DIR: '/datos/copias' }, 'REPLICA_DIR debe ser una carpeta fuera de DATA_DIR'],
  [{ DATA_DIR: '/srv/datos', REPLICA_DIR: '/srv' }, 'REPLICA_DIR debe ser una carpeta fuera de DATA_DIR'],
  [{ DATA_DIR: 'datos', REPLICA_DIR: 'datos/' }, 'REPLICA_DIR debe ser una carpeta fuera de DATA_DIR'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL debe ser una dirección postgres://.'],
])('the environment refuses %j and states the reason', (variables, message) => {
  expect(() => parseApiEnvironment(variables)).toThrow(message)
})

test('the replica is an absolute folder, or none', () => {
  expect(parseApiEnvironment({ DATA_DIR: '/datos', REPLICA_DIR: '/datos2' }).replicaDir).toBe('/datos2')
  expect(parseApiEnvironment({ DATA_DIR: 'datos', REPLICA_DIR: 'copias' }).replicaDir).toBe(resolve('copias'))
  expect(parseApiEnvironment({ ...s3 }).replicaDir).toBeNull()
})
